"""The monsters of Smash Up: Munchkin: twenty, ten of them undead."""

from basebash.engine import MONSTERS, PLACE, TO_SUPPLY, Card, Event, Instead, Monster, Scoring

UNDEAD = ("Undead",)


class PlutoniumDragon(Monster, of=MONSTERS):
    """Ongoing: At the end of every player's turn, destroy each minion here with power 2 or less."""

    power = 5
    treasures = 3

    def is_start_for(self, me: Card, player: int) -> bool:
        return True

    async def end_of_turn(self, me: Card, player: int) -> None:
        await me.destroy(me.find_minions(here=True, max_power=2))


class Bigfoot(Monster, of=MONSTERS, copies=2):
    """Ongoing: While no other monster is here, this one has +3 power."""

    power = 4
    treasures = 2

    def power_bonus(self, me: Card, minion: Card) -> int:
        return 3 if minion is me and me.here.monsters == [me] else 0


class Hippogriff(Monster, of=MONSTERS, copies=3):
    """Ongoing: Before this base scores, destroy a minion here, picked at random, that has power 3 or less and isn't a
    monster.
    """

    power = 3
    treasures = 1
    ongoing = True

    async def before_scoring(self, me: Card, base: Card) -> None:
        prey = [minion for minion in me.find_minions(here=True, max_power=3) if not minion.is_monster]
        await me.destroy(me.random_cards(prey, 1))


class WebTroll(Monster, of=MONSTERS, copies=4):
    """Play another monster here."""

    power = 1

    async def on_play(self, me: Card) -> None:
        await me.play_monster(me.here)


class KnightOfTheLivingDead(Monster, of=MONSTERS):
    """Ongoing: Each other monster here gives this one +1 power."""

    name = "Knight of the Living Dead"
    power = 5
    treasures = 2
    traits = UNDEAD

    def power_bonus(self, me: Card, minion: Card) -> int:
        return len([other for other in me.here.monsters if other is not me]) if minion is me else 0


class KingTut(Monster, of=MONSTERS, copies=2):
    """Ongoing: Whoever won this base discards a card after it scores."""

    power = 4
    treasures = 2
    traits = UNDEAD
    ongoing = True

    async def after_scoring(self, me: Card, scoring: Scoring) -> None:
        for player in scoring.winners:
            await me.discard_cards(1, "Discard which card?", player=player)


class Ghoul(Monster, of=MONSTERS, copies=3):
    """Ongoing: When this monster is destroyed, it goes on top of the monster deck."""

    power = 3
    treasures = 1
    traits = UNDEAD

    def would_replace(self, me: Card, card: Card) -> bool:
        return card is me and card.is_monster  # not a Copycat that is destroyed

    async def instead_of_discarded(self, me: Card, card: Card, event: Event) -> Instead | None:
        return me.instead(me, PLACE, to=TO_SUPPLY) if event.destroyed else None


class Poultrygeist(Monster, of=MONSTERS, copies=4):
    """Ongoing: Each other undead monster here gives this one +1 power."""

    power = 2
    treasures = 1
    traits = UNDEAD

    def power_bonus(self, me: Card, minion: Card) -> int:
        return sum(other.is_a("Undead") for other in me.here.monsters if other is not me) if minion is me else 0
