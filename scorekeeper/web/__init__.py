"""The web pages: forms, links, languages and views, generic over the games."""
