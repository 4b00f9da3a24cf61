"""That '70s Expansion."""
