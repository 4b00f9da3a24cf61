"""Big in Japan."""
