"""World Tour: International Incident."""

from basebash.cards.international_incident import bases, luchadors, mounties, musketeers, sumo_wrestlers

__all__ = ["bases", "luchadors", "mounties", "musketeers", "sumo_wrestlers"]
