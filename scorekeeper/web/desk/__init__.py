"""The dispute desk: questions asked, rulings shown."""
