"""The gettext catalogues; English is the source."""
