"""The Obligatory Cthulhu Set."""
