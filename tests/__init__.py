"""The tests of Basebash."""
