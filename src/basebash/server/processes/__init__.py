"""Several server processes and the worker processes of each."""
