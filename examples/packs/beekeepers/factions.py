"""The faction: what players are told about it before they have seen a card."""

from basebash.engine import Faction

BEEKEEPERS = Faction(
    "Beekeepers",
    set_name="The Meadow",
    summary="Grow quietly, sting when disturbed",
    difficulty=2,
    tags=("grow", "swarm"),
    icon="icons/smoker.svg",
    colours=("#5b3a06", "#ffd23f"),
    hyphenated="Bee|keepers",
    partner=("Killer Plants", "Your flowers bring the minions, your bees make them grow."),
    intro=(
        "Bees are small, and there are many of them: play two a turn, and let Beekeepers and Wildflowers put counters "
        "on them. Guard Bees make it expensive to disturb the hive. When the counters are no longer needed at a base, "
        "turn them into cards with a Honey Harvest."
    ),
)
