"""Scripts that make parts of the repository."""
