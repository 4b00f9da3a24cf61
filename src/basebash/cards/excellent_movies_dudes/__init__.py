"""Excellent Movies, Dudes!"""
