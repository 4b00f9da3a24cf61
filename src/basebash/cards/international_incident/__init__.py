"""World Tour: International Incident."""

from basebash.cards.international_incident import mounties, sumo_wrestlers

__all__ = ["mounties", "sumo_wrestlers"]
