"""Science Fiction Double Feature."""

from basebash.cards.science_fiction_double_feature import (
    bases,
    cyborg_apes,
    shapeshifters,
    super_spies,
    time_travelers,
)

__all__ = ["bases", "cyborg_apes", "shapeshifters", "super_spies", "time_travelers"]
