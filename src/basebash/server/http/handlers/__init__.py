"""What each path does, by subject."""
