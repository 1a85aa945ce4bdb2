"""The program on a phone alone: the same application, asked by the page around it instead of by a server.

``docs/phone.md`` says how it works. Nothing here knows JavaScript; `phone/python.js` hands requests in and answers out.
"""

import warnings

warnings.filterwarnings("ignore", "Can't validate argument 'postgresql_where'")
"""A phone has no PostgreSQL, and so nothing that could look at what is said for it alone."""
