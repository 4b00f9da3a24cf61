"""10th Anniversary."""
