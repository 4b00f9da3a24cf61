"""World Tour: International Incident."""
