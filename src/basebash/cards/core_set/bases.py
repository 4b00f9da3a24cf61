"""The sixteen bases of the Core Set, two for each faction."""

from basebash.cards.core_set.aliens import ALIENS
from basebash.cards.core_set.dinosaurs import DINOSAURS
from basebash.cards.core_set.ninjas import NINJAS
from basebash.cards.core_set.pirates import PIRATES
from basebash.cards.core_set.robots import ROBOTS
from basebash.cards.core_set.tricksters import TRICKSTERS
from basebash.cards.core_set.wizards import WIZARDS
from basebash.cards.core_set.zombies import ZOMBIES
from basebash.engine import DISCARD, HERE, Base, Card, Event, Scoring


class TheHomeworld(Base, of=ALIENS):
    """Whenever a minion is played here, whoever owns it may play an extra minion with power 2 or less."""

    breakpoint = 23
    vp = (4, 2, 1)

    scope = HERE

    async def after_minion_played(self, me: Card, event: Event) -> None:
        await me.extra_minion(max_power=2, player=event.card.owner)


class TheMothership(Base, of=ALIENS):
    """After this base scores, the winner may choose a minion with power 3 or less that they have here
    and return it to their hand.
    """

    breakpoint = 20
    vp = (4, 2, 1)

    async def after_scoring(self, me: Card, scoring: Scoring) -> None:
        for player in scoring.winners:
            small = [minion for minion in me.minions_of(player) if minion.power <= 3]
            minion = await me.choose(small, "Return which minion to your hand?", may=True, player=player)
            await me.return_to_hand(minion, player=player)


class JungleOasis(Base, of=DINOSAURS):
    """No ability."""

    breakpoint = 12
    vp = (2, 0, 0)


class TarPits(Base, of=DINOSAURS):
    """After a minion here is destroyed, it is placed at the bottom of its owner's deck."""

    breakpoint = 16
    vp = (4, 3, 2)

    scope = HERE

    async def after_minions_destroyed(self, me: Card, event: Event) -> None:
        sunk = [minion for minion in event.batch if minion.zone == DISCARD]
        await me.put_back(sunk, "In which order on the bottom? The first is lowest.", bottom=True)


class NinjaDojo(Base, of=NINJAS):
    """After this base scores, the winner may destroy one minion, on whichever base they like."""

    breakpoint = 18
    vp = (2, 3, 2)

    async def after_scoring(self, me: Card, scoring: Scoring) -> None:
        for player in scoring.winners:
            minion = await me.choose(me.all_minions, "Destroy which minion?", may=True, player=player)
            await me.destroy(minion, player=player)


class TempleOfGoju(Base, of=NINJAS):
    """After this base scores, the highest-power minion of each player here is placed at the bottom
    of its owner's deck. Players choose among their own ties.
    """

    name = "Temple of Goju"
    breakpoint = 18
    vp = (2, 3, 2)

    async def after_scoring(self, me: Card, scoring: Scoring) -> None:
        offered = []
        for player in me.clockwise():
            most = max((minion.power for minion in me.minions_of(player)), default=0)
            highest = [minion for minion in me.minions_of(player) if minion.power == most]
            minion = await me.choose(highest, "Which of your minions goes to its deck?", player=player)
            offered += [] if minion is None else [minion]
        await me.place_on_deck(offered, bottom=True)


class TheGreyOpal(Base, of=PIRATES):
    """After this base scores, everyone but the winner may rescue a minion here from being discarded
    by moving it to another base.
    """

    breakpoint = 17
    vp = (3, 1, 1)

    async def after_scoring(self, me: Card, scoring: Scoring) -> None:
        for player in me.clockwise():
            if player not in scoring.winners:
                minion = await me.choose(me.minions, "Move which minion?", may=True, player=player)
                if minion is not None:
                    to = await me.choose(me.other_bases, "Move it where?", player=player)
                    await me.move(minion, to, player=player)


class Tortuga(Base, of=PIRATES):
    """The runner-up may move a minion of theirs from another base to the new base,
    after this base scores and is replaced.
    """

    breakpoint = 21
    vp = (4, 3, 2)

    async def after_replaced(self, me: Card, scoring: Scoring, replacement: Card) -> None:
        for player in scoring.runners_up:
            crew = [m for base in replacement.other_bases for m in base.minions_of(player)]
            minion = await me.choose(crew, "Move which minion to the new base?", may=True, player=player)
            await me.move(minion, replacement, player=player)


class Factory4361337(Base, of=ROBOTS):
    """When this base scores, the winner also gains 1 VP for each full 5 power they have here."""

    name = "Factory 436-1337"
    breakpoint = 25
    vp = (2, 2, 1)

    async def when_scoring(self, me: Card, scoring: Scoring) -> None:
        for player in scoring.winners:
            await me.gain_vp(scoring.totals[player] // 5, player=player)


class TheCentralBrain(Base, of=ROBOTS):
    """All minions here have +1 power."""

    breakpoint = 19
    vp = (4, 2, 1)

    def power_bonus(self, me: Card, minion: Card) -> int:
        return 1 if minion.is_minion and minion.is_on(me) else 0


class CaveOfShinies(Base, of=TRICKSTERS):
    """After a minion here is destroyed, whoever owns it gains 1 VP."""

    name = "Cave of Shinies"
    breakpoint = 23
    vp = (4, 2, 1)

    scope = HERE

    async def after_destroyed(self, me: Card, event: Event) -> None:
        if event.card.is_minion:
            await me.gain_vp(player=event.card.owner)


class MushroomKingdom(Base, of=TRICKSTERS):
    """At the start of your turn, you may pick another player's minion on any base and move it here."""

    breakpoint = 20
    vp = (5, 3, 2)

    def is_start_for(self, me: Card, player: int) -> bool:
        return bool(self._movable(me, player))

    async def start_of_turn(self, me: Card, player: int) -> None:
        minion = await me.choose(self._movable(me, player), "Move which minion here?", may=True, player=player)
        await me.move(minion, me, player=player)

    @staticmethod
    def _movable(me: Card, player: int) -> list[Card]:
        return [m for base in me.other_bases for m in base.minions if m.is_enemy_of(player)]


class SchoolOfWizardry(Base, of=WIZARDS):
    """After this base scores, its replacement is the winner's pick: they look at the base deck's top 3 cards,
    choose one, and return the rest to the top in any order.
    """

    name = "School of Wizardry"
    breakpoint = 20
    vp = (3, 2, 1)

    async def after_scoring(self, me: Card, scoring: Scoring) -> None:
        # E11: since 2019 only the first of tied winners chooses.
        for player in scoring.winners[: 1 if me.edition >= 2019 else None]:
            bases = me.look_at_bases(3, player=player)
            picked = await me.choose(bases, "Which base comes next?", player=player)
            rest = [base for base in bases if base is not picked]
            rest = await me.arrange(rest, "In which order go the others back? The first is uppermost.", player=player)
            if picked is not None:
                me.stack_bases([picked, *rest], player=player)
                scoring.next_bases.append(picked)


class TheGreatLibrary(Base, of=WIZARDS):
    """After this base scores, each player who has a minion here may draw a card."""

    breakpoint = 22
    vp = (4, 2, 1)

    async def after_scoring(self, me: Card, scoring: Scoring) -> None:
        for player in me.clockwise():
            if me.minions_of(player) and await me.may("Draw a card?", player=player):
                await me.draw(player=player)


class EvansCityCemetery(Base, of=ZOMBIES):
    """After this base scores, the winner discards their whole hand, then draws 5 cards."""

    breakpoint = 20
    vp = (5, 3, 2)

    async def after_scoring(self, me: Card, scoring: Scoring) -> None:
        for player in scoring.winners:
            await me.discard_hand(player=player)
            await me.draw(5, player=player)


class RhodesPlazaMall(Base, of=ZOMBIES):
    """When this base scores, every player gains 1 VP per minion they have here."""

    breakpoint = 24
    vp = (0, 0, 0)

    async def when_scoring(self, me: Card, scoring: Scoring) -> None:
        for player in me.clockwise():
            await me.gain_vp(len(me.minions_of(player)), player=player)
