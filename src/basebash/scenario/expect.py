"""Checks the expectations of a scenario."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from basebash.engine import ACTION, DECK, DISCARD, HAND, MINION, Card, Game, Question, key
from basebash.engine.data.terms import (
    BESIDE,
    BOX,
    MADNESS,
    MONSTERS,
    NOBODY,
    PHASE_NAMES,
    STASIS,
    SUPPLY,
    TREASURES,
    UNDER,
)
from basebash.engine.data.values import Allowance
from basebash.engine.rules.power import pressure
from basebash.engine.vocabulary.printed import CARDS, Printed
from basebash.scenario.files import Map, ScenarioError
from basebash.scenario.options import fits, is_asking, is_offered, offers

if TYPE_CHECKING:
    from basebash.scenario.runner import Run


_OF_PLAYERS = {
    "hand of ": HAND,
    "deck of ": DECK,
    "discard of ": DISCARD,
    "aside of ": BESIDE,
    "stasis of ": STASIS,
}
_SEATS = {MADNESS: "madness", MONSTERS: "monster", TREASURES: "treasure"}
_PILES = {
    "base deck",
    "base discard",
    "box",
    *(f"{word} {pile}" for word in _SEATS.values() for pile in ("deck", "discard")),
}


class Failure(Exception):
    """An expectation is wrong: expected and actual."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.line = line


class Expectations:
    """Checks the expectations of a scenario; each key has a method of its name."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.line = 0

    def check(self, game: Game, expected: Map) -> None:
        """Raise `Failure` at the first expectation that does not hold."""
        self.line = expected.line
        for word, value in expected.items():
            method = getattr(self, f"_check_{word}", None)
            if method is None:
                known = sorted(name[7:] for name in dir(self) if name.startswith("_check_"))
                raise ScenarioError(f"Unknown expectation {word!r}; known are {', '.join(known)}.", expected.line)
            method(game, value)

    # ------------------------------------------------------------------------------------------- helpers
    def _compare(self, what: str, expected: Any, found: Any) -> None:
        if isinstance(found, int) and not isinstance(expected, int):
            raise ScenarioError(f"The {what} is a number, not {expected!r}.", self.line)
        if expected != found:
            raise Failure(f"{what}: expected {expected}, found {found}", self.line)

    def _per_player(self, value: Any, what: str) -> Iterable[tuple[str, int, Any]]:
        if not isinstance(value, Map):
            raise ScenarioError(f"`{what}` is written {{PLAYER: ...}}.", self.line)
        for name, expected in value.items():
            yield name, self.run.position.player(name, value.line), expected

    def _mapping(self, value: Any, what: str) -> Map:
        if not isinstance(value, Map):
            raise ScenarioError(f"`{what}` should be a mapping.", self.line)
        return value

    def _cards(self, game: Game, name: Any) -> list[Card]:
        """Return the cards that a name means, those in play first."""
        self.run.names.check_name(name, self.line)
        cards = [
            game.rules.card(i) for i in range(len(game.state.printed)) if self.run.names.is_card(game.rules, name, i)
        ]
        return sorted(cards, key=_out_of_play)

    def _in_play(self, game: Game, name: Any) -> list[Card]:
        cards = [card for card in self._cards(game, name) if card.in_play]
        if not cards:
            raise Failure(f"{name} is not in play", self.line)
        return cards

    def _base(self, game: Game, name: Any) -> Card:
        bases = [card for card in self._in_play(game, name) if card.is_base]
        if not bases:
            raise ScenarioError(f"{name} is not a base.", self.line)
        return bases[0]

    @staticmethod
    def _names(cards: Iterable[Card]) -> list[str]:
        return sorted(card.name for card in cards)

    def _same_cards(self, game: Game, what: str, expected: Any, found: list[Card]) -> None:
        wanted = _as_list(expected)
        left = found[:]
        for name in wanted:
            self.run.names.check_name(name, self.line)
            hit = next((card for card in left if self.run.names.is_card(game.rules, name, card.id)), None)
            if hit is None:
                raise Failure(f"{what}: expected {wanted}, found {self._names(found)}", self.line)
            left.remove(hit)
        if left:
            raise Failure(f"{what}: expected {wanted}, found {self._names(found)}", self.line)

    def _any_of(self, what: str, expected: Any, found: list[Any]) -> None:
        if found and isinstance(found[0], int) and not isinstance(expected, int):
            raise ScenarioError(f"The {what} is a number, not {expected!r}.", self.line)
        if expected not in found:
            values = sorted(set(map(str, found)))
            raise Failure(f"{what}: expected {expected}, found {' or '.join(values)}", self.line)

    # ------------------------------------------------------------------------------------------- players
    def _check_vp(self, game: Game, value: Any) -> None:
        for name, player, expected in self._per_player(value, "vp"):
            self._compare(f"VP of {name}", expected, game.state.vp[player])

    def _check_hand(self, game: Game, value: Any) -> None:
        for name, player, expected in self._per_player(value, "hand"):
            self._same_cards(game, f"hand of {name}", expected, game.rules.hand(player))

    def _check_discard(self, game: Game, value: Any) -> None:
        for name, player, expected in self._per_player(value, "discard"):
            self._same_cards(game, f"discard pile of {name}", expected, game.rules.discard_pile(player))

    def _check_hand_size(self, game: Game, value: Any) -> None:
        for name, player, expected in self._per_player(value, "hand_size"):
            self._compare(f"hand size of {name}", expected, len(game.state.hands[player]))

    def _check_discard_size(self, game: Game, value: Any) -> None:
        for name, player, expected in self._per_player(value, "discard_size"):
            self._compare(f"discard pile size of {name}", expected, len(game.state.discards[player]))

    def _check_deck_size(self, game: Game, value: Any) -> None:
        for name, player, expected in self._per_player(value, "deck_size"):
            self._compare(f"deck size of {name}", expected, len(game.state.decks[player]))

    def _check_deck_top(self, game: Game, value: Any) -> None:
        for name, player, expected in self._per_player(value, "deck_top"):
            self._in_order(game, f"top of {name}'s deck", expected, game.state.decks[player])

    def _check_deck_bottom(self, game: Game, value: Any) -> None:
        for name, player, expected in self._per_player(value, "deck_bottom"):
            self._in_order(game, f"bottom of {name}'s deck", expected, game.state.decks[player][::-1])

    def _in_order(self, game: Game, what: str, expected: Any, found: list[int]) -> None:
        wanted = expected if isinstance(expected, list) else [expected]
        names = [game.rules.card(i).name for i in found[: len(wanted)]]
        if [key(str(name)) for name in wanted] != [key(name) for name in names]:
            raise Failure(f"{what}: expected {wanted}, found {names}", self.line)

    def _check_plays_left(self, game: Game, value: Any) -> None:
        for name, player, expected in self._per_player(value, "plays_left"):
            rights = game.state.plays if game.state.turn_player == player else []
            for word, count in self._mapping(expected, "plays_left").items():
                if word not in ("minion", "action"):
                    raise ScenarioError(f"Unknown key {word!r} for plays left; known are minion, action.", self.line)
                kind = MINION if word == "minion" else ACTION
                found = sum(right.kind == kind and _is_unrestricted(right) for right in rights)
                self._compare(f"{word} plays left to {name}", count, found)

    # ------------------------------------------------------------------------------------------- the table
    def _check_power(self, game: Game, value: Any) -> None:
        for base_name, totals in self._mapping(value, "power").items():
            base = self._base(game, base_name)
            for name, player, expected in self._per_player(totals, "power"):
                self._compare(f"power of {name} at {base.name}", expected, base.total(player))

    def _check_power_total(self, game: Game, value: Any) -> None:
        for name, expected in self._mapping(value, "power_total").items():
            base = self._base(game, name)
            self._compare(f"total power at {base.name}", expected, pressure(game.rules, base))

    def _check_power_of(self, game: Game, value: Any) -> None:
        for name, expected in self._mapping(value, "power_of").items():
            self._any_of(f"power of {name}", expected, [card.power for card in self._in_play(game, name)])

    def _check_counters(self, game: Game, value: Any) -> None:
        for name, expected in self._mapping(value, "counters").items():
            cards = [card for card in self._cards(game, name) if card.in_play or card.zone in (STASIS, BESIDE)]
            if not cards:
                raise Failure(f"{name} is not in play", self.line)
            self._any_of(f"counters on {name}", expected, [card.counters for card in cards])

    def _check_breakpoint(self, game: Game, value: Any) -> None:
        for name, expected in self._mapping(value, "breakpoint").items():
            self._compare(f"breakpoint of {name}", expected, self._base(game, name).breakpoint)

    def _check_controller(self, game: Game, value: Any) -> None:
        for name, expected in self._mapping(value, "controller").items():
            self.run.position.player_or_nobody(expected, self.line)
            players = self.run.position.players
            seats = [card.controller for card in self._in_play(game, name) if not card.is_base]
            found = ["none" if seat is NOBODY else players[seat] for seat in seats]
            if not found:
                raise ScenarioError(f"Nobody controls the base {name}.", self.line)
            self._any_of(f"controller of {name}", str(expected), found)

    def _check_at(self, game: Game, value: Any) -> None:
        for name, expected in self._mapping(value, "at").items():
            places = [self._place(game, card) for card in self._cards(game, name)]
            self._place_is_known(str(expected))
            if not any(self._is_place(game, card, str(expected)) for card in self._cards(game, name)):
                raise Failure(f"{name}: expected at {expected}, found at {' or '.join(sorted(set(places)))}", self.line)

    def _place_is_known(self, place: str) -> None:
        for word in _OF_PLAYERS:
            if place.startswith(word):
                self.run.position.player(place.removeprefix(word), self.line)
                return
        if place not in _PILES:
            for word in ("buried at ", "stored on ", "on "):
                place = place.removeprefix(word)
            self.run.names.check_name(place, self.line)

    def _is_place(self, game: Game, card: Card, place: str) -> bool:
        where = game.state.where[card.id]
        for word, zone in _OF_PLAYERS.items():
            if place.startswith(word):
                return card.zone == zone and where == self.run.position.players.index(place.removeprefix(word))
        if place in _PILES:
            return place == self._place(game, card)
        held = _held(game, card)
        if held or place.startswith(("buried at ", "stored on ")):
            is_there = bool(held) and place.startswith(held)
            return is_there and self.run.names.is_card(game.rules, place.removeprefix(held), where)
        host = card.host
        if place.startswith("on "):
            return host is not None and self.run.names.is_card(game.rules, place.removeprefix("on "), host.id)
        if host is None:
            return card.is_base and card.in_play and key(place) == key(card.name)
        return self.run.names.is_card(game.rules, place, host.id) or (
            card.base is not None and self.run.names.is_card(game.rules, place, card.base.id)
        )

    def _place(self, game: Game, card: Card) -> str:
        host, where = card.host, game.state.where[card.id]
        if host is not None:
            return f"on {host.name}" if card.is_action else host.name
        if held := _held(game, card):
            return held + game.rules.card(where).name
        for word, zone in _OF_PLAYERS.items():
            if card.zone == zone and where >= 0:
                return word + self.run.position.players[where]
        if card.zone in (SUPPLY, DISCARD):
            return f"{_SEATS[where]} {'deck' if card.zone == SUPPLY else 'discard'}"
        if card.is_base:
            return "the table" if card.in_play else "base deck" if card.id in game.state.base_deck else "base discard"
        return "box" if card.zone == BOX else "nowhere"

    def _check_bases(self, game: Game, value: Any) -> None:
        self._same_cards(game, "bases in play", value, game.rules.bases)

    def _check_base_count(self, game: Game, value: Any) -> None:
        self._compare("number of bases in play", value, len(game.rules.bases))

    def _check_base_discard(self, game: Game, value: Any) -> None:
        self._same_cards(game, "base discard pile", value, [game.rules.card(i) for i in game.state.base_discard])

    # ------------------------------------------------------------------------------------------- beside the table
    def _pile(self, game: Game, zone: int, seat: int) -> list[Card]:
        rare = game.state.rare_zones
        piles = {} if rare is None else rare.supply if zone == SUPPLY else rare.spent
        return [game.rules.card(i) for i in piles.get(seat, ())]

    def _check_madness(self, game: Game, value: Any) -> None:
        for name, player, expected in self._per_player(value, "madness"):
            state = game.state
            cards = (*state.hands[player], *state.decks[player], *state.discards[player])
            found = sum(state.printed[card].seat == MADNESS for card in cards)
            self._compare(f"Madness cards of {name}", expected, found)

    def _check_madness_deck(self, game: Game, value: Any) -> None:
        self._compare("size of the Madness deck", value, len(self._pile(game, SUPPLY, MADNESS)))

    def _check_monster_discard(self, game: Game, value: Any) -> None:
        self._same_cards(game, "monster discard pile", value, self._pile(game, DISCARD, MONSTERS))

    def _check_treasure_discard(self, game: Game, value: Any) -> None:
        self._same_cards(game, "treasure discard pile", value, self._pile(game, DISCARD, TREASURES))

    def _check_monster_deck_top(self, game: Game, value: Any) -> None:
        self._in_order(game, "top of the monster deck", value, [c.id for c in self._pile(game, SUPPLY, MONSTERS)])

    def _check_treasure_deck_top(self, game: Game, value: Any) -> None:
        self._in_order(game, "top of the treasure deck", value, [c.id for c in self._pile(game, SUPPLY, TREASURES)])

    def _check_monster_deck_size(self, game: Game, value: Any) -> None:
        self._compare("size of the monster deck", value, len(self._pile(game, SUPPLY, MONSTERS)))

    def _check_treasure_deck_size(self, game: Game, value: Any) -> None:
        self._compare("size of the treasure deck", value, len(self._pile(game, SUPPLY, TREASURES)))

    def _check_buried(self, game: Game, value: Any) -> None:
        rare = game.state.rare_zones
        for base_name, counts in self._mapping(value, "buried").items():
            base = self._base(game, base_name)
            under = [] if rare is None else rare.under.get(base.id, [])
            for name, player, expected in self._per_player(counts, "buried"):
                found = sum(game.state.controller[card] == player for card in under)
                self._compare(f"cards of {name} buried at {base.name}", expected, found)

    def _check_sees(self, game: Game, value: Any) -> None:
        for name, player, cards in self._per_player(value, "sees"):
            for card_name, expected in self._mapping(cards, "sees").items():
                if expected not in ("true", "false", "yes", "no"):
                    raise ScenarioError("`sees` is written {PLAYER: {CARD: true or false}}.", self.line)
                found = [bool(game.rules.seers_of(card) >> player & 1) for card in self._cards(game, card_name)]
                if not any(found) if expected in ("true", "yes") else any(found):
                    raise Failure(f"whether {name} knows {card_name}: expected {expected}", self.line)

    # ------------------------------------------------------------------------------------------- the turn
    def _check_turn(self, game: Game, value: Any) -> None:
        self.run.position.player(value, self.line)
        self._compare("turn", str(value), self.run.position.players[game.state.turn_player])

    def _check_phase(self, game: Game, value: Any) -> None:
        if value not in PHASE_NAMES:
            raise ScenarioError(f"There is no phase {value!r}.", self.line)
        self._compare("phase", value, PHASE_NAMES[game.state.phase])

    def _check_winner(self, game: Game, value: Any) -> None:
        wanted = [] if value in (None, "none") else _as_list(value)
        for name in wanted:
            self.run.position.player(name, self.line)
        found = sorted(self.run.position.players[winner] for winner in game.winners)
        if sorted(map(str, wanted)) != found:
            shown = [" and ".join(names) or "none" for names in (map(str, wanted), found)]
            raise Failure(f"winner: expected {shown[0]}, found {shown[1]}", self.line)

    def _check_score(self, game: Game, value: Any) -> None:
        for name, player, expected in self._per_player(value, "score"):
            self._compare(f"score of {name}", expected, game.scores[player])

    def _steps(self, value: Any, what: str) -> list[Map]:
        steps = value if isinstance(value, list) else [value]
        if not all(isinstance(step, Map) for step in steps):
            raise ScenarioError(f"`{what}` holds steps, such as {{play: Ghost, on: Tortuga}}.", self.line)
        return steps

    def _check_legal(self, game: Game, value: Any) -> None:
        for step in self._steps(value, "legal"):
            if not self.run.is_accepted(step):
                raise Failure(f"expected to be legal, but is refused: {dict(step)}", self.line)

    def _check_illegal(self, game: Game, value: Any) -> None:
        for step in self._steps(value, "illegal"):
            if self.run.is_accepted(step, idle=False):
                raise Failure(f"expected to be refused, but is legal: {dict(step)}", self.line)

    def _check_decision(self, game: Game, value: Any) -> None:
        question = self._open_question()
        if value in (None, "none"):
            if question is not None and question.kind != "main":
                raise Failure(f"expected no open decision, found {question.prompt!r}", self.line)
            return
        expected = self._mapping(value, "decision")
        for word, part in expected.items():
            if word not in ("player", "options", "offers", "not_offers"):
                raise ScenarioError(f"Unknown key {word!r} for a decision.", self.line)
            self.run.names.check_entry([] if part is None else part, self.line)
        if question is None:
            raise Failure("expected an open decision; the game is over", self.line)
        if "player" in expected:
            self.run.position.player(expected["player"], self.line)
            self._compare("who decides", str(expected["player"]), self.run.position.players[question.player])
        for name in _as_list(expected.get("offers")):
            if not offers(self.run.names, question, name):
                raise Failure(f"{name} is not offered by {question.prompt!r}: {question.options}", self.line)
        for name in _as_list(expected.get("not_offers")):
            if is_offered(self.run.names, question, name):
                raise Failure(f"{name} is offered by {question.prompt!r}", self.line)
        if "options" in expected:
            self._compare_options(question, expected["options"])

    def _open_question(self) -> Question | None:
        """Return the open decision; the order of simultaneous things is settled by default."""
        game = self.run.copy()
        while not game.is_over and game.question.kind == "order":
            game.answer(0)
        return None if game.is_over else game.question

    def _compare_options(self, question: Question, expected: Any) -> None:
        wanted = _as_list(expected)
        missing = [name for name in wanted if not offers(self.run.names, question, name)]
        names = [name for name in wanted if str(name) not in ("pass", "none", "no")]
        extra = [
            option.text
            for option in question.options
            if not any(
                fits(self.run.names, question, option, name) or is_asking(self.run.names, question, name)
                for name in names
            )
        ]
        if question.can_decline and len(names) == len(wanted):
            extra.append("pass")
        if missing or extra:
            shown = [option.text for option in question.options] + (["pass"] if question.can_decline else [])
            raise Failure(f"options of {question.prompt!r}: expected {wanted}, found {shown}", self.line)


def _is_unrestricted(right: Allowance) -> bool:
    """Whether any card of its kind may be played with it; another effect may follow (IT'S ALIVE!)."""
    if right.rule >= 0 and type(CARDS[right.rule]).allows is Printed.allows:
        limits = (right.max_power, right.base, right.card, right.affecting)
        return max(limits) < 0 and not right.name and not right.offer
    return right.is_unrestricted


def _out_of_play(card: Card) -> bool:
    return not card.in_play


def _as_list(value: Any) -> list[Any]:
    """Return nothing, one thing or several as a list."""
    return value if isinstance(value, list) else [] if value is None else [value]


def _held(game: Game, card: Card) -> str:
    """Whether a card is under a base, under a card, or on one that is in stasis (Z4)."""
    where = game.state.where[card.id]
    if card.zone != UNDER or where < 0:
        return ""
    if game.rules.card(where).is_base:
        return "buried at "
    rare = game.state.rare_zones
    return "on " if rare is not None and card.id in rare.on.get(where, ()) else "stored on "
