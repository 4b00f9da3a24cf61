# ruff: noqa: D101  # a reprint has the text of its original
"""Smash Up All Stars: twenty favourites of other factions, one of each."""

from basebash.cards.awesome_level_9000 import ghosts, killer_plants
from basebash.cards.cease_and_desist import star_roamers
from basebash.cards.core_set import dinosaurs, ninjas
from basebash.cards.its_your_fault import dragons, mythic_greeks
from basebash.cards.monster_smash import mad_scientists, werewolves
from basebash.cards.pretty_pretty_smash_up import fairies, mythic_horses
from basebash.cards.science_fiction_double_feature import shapeshifters, time_travelers
from basebash.cards.the_bigger_geekier_box import geeks
from basebash.cards.the_obligatory_cthulhu_set import elder_things, minions_of_cthulhu
from basebash.cards.what_were_we_thinking import grannies, teddy_bears
from basebash.engine import Action, Card, Faction

ALL_STARS = Faction(
    "Smash Up All Stars",
    set_name="The Bigger Geekier Box",
    intro=(
        "Twenty cards that made a name for themselves elsewhere, and no two of them alike. "
        "Most of them are small and cheap: extra actions and extra minions let you play several in a turn. "
        "And if nothing else helps, there is always King Rex."
    ),
    summary="A bit of everything, extra plays",
    difficulty=3,
    tags=("smash", "grow", "swarm", "move", "draw"),
    icon="round-star",
    colours=("#49509b", "#fef087"),
)


class KingRex(dinosaurs.KingRex, of=ALL_STARS):
    """No ability."""

    rulings = ("Nothing is missing here: with 7 power it needs no more.",)


class Granny(grannies.Granny, of=ALL_STARS): ...


class Gelf(shapeshifters.Gelf, of=ALL_STARS): ...


class ImperialDragon(dragons.ImperialDragon, of=ALL_STARS): ...


class LabAssistant(mad_scientists.LabAssistant, of=ALL_STARS): ...


class Puck(fairies.Puck, of=ALL_STARS): ...


class Ensign(star_roamers.Ensign, of=ALL_STARS): ...


class Fan(geeks.Fan, of=ALL_STARS): ...


class ServitorOfCthulhu(minions_of_cthulhu.ServitorOfCthulhu, of=ALL_STARS): ...


class Sprout(killer_plants.Sprout, of=ALL_STARS): ...


class BeginTheSummoning(elder_things.BeginTheSummoning, of=ALL_STARS): ...


class FavorOfDionysus(mythic_greeks.FavorOfDionysus, of=ALL_STARS): ...


class FriendshipPower(mythic_horses.FriendshipPower, of=ALL_STARS): ...


class FullMoon(werewolves.FullMoon, of=ALL_STARS): ...


class GhostlyArrival(ghosts.GhostlyArrival, of=ALL_STARS): ...


class ItsAstounding(time_travelers.ItsAstounding, of=ALL_STARS): ...


class NonInfiniteLoop(geeks.NonInfiniteLoop, of=ALL_STARS):
    rulings = (geeks.RIGHT_AWAY, geeks.NOT_THE_TIME)


class PrepareForBattle(Action, of=ALL_STARS):
    """Reveal two cards from the top of your deck. Place one of them into your hand and the other at the bottom of your
    deck.
    """

    name = "Prepare for Battle"

    async def on_play(self, me: Card) -> None:
        cards = me.reveal_top(2)
        taken = await me.choose(cards, "Take which card?")
        await me.place_in_hand(taken)
        await me.place_on_deck([card for card in cards if card is not taken], bottom=True)


class SeeingStars(ninjas.SeeingStars, of=ALL_STARS): ...


class SquareDeal(teddy_bears.SquareDeal, of=ALL_STARS): ...
