"""What wraps every request: connection limits, origin checks and security headers."""
