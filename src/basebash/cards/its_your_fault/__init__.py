"""It's Your Fault!"""
