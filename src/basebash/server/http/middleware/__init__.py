"""What wraps every request: connection limits, origin checks, rate limits and security headers."""
