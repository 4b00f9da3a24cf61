"""World Tour: Culture Shock."""

from basebash.cards.culture_shock import (
    anansi_tales,
    ancient_incas,
    bases,
    grimms_fairy_tales,
    polynesian_voyagers,
    russian_fairy_tales,
)

__all__ = [
    "anansi_tales",
    "ancient_incas",
    "bases",
    "grimms_fairy_tales",
    "polynesian_voyagers",
    "russian_fairy_tales",
]
