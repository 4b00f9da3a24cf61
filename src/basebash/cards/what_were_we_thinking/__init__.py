"""What Were We Thinking?"""
