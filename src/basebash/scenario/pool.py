"""The pool of answers of a step (`choose`), and how its entries fit the questions that the engine asks.

An entry may say the same thing in several ways, and the engine may ask for it in several ways; what fits is decided
here, and only here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from basebash.engine import ACTION, DECK, DISCARD, FACTIONS, HAND, MINION, Answer, Card, Option, Question, key
from basebash.engine.data.terms import BESIDE, STASIS
from basebash.engine.rules.context import Rules
from basebash.scenario.files import Map, ScenarioError
from basebash.scenario.position import Position

DECLINES = ("pass", "none", "no")
_PLACES_AND_KINDS = ("top", "bottom", "action", "minion")
_WORDS = (*DECLINES, "yes", *_PLACES_AND_KINDS)
Pool = list[Any]
"""What is left of a pool: the entries not used yet. A list in it shrinks as its parts are used."""


class Matcher:
    """Knows the names of a scenario and tells whether they mean an option."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.ids = position.ids

    # ------------------------------------------------------------------------------------------- cards
    def is_card(self, game: Rules, name: Any, card: int) -> bool:
        """Whether a name, an id or a description means this card."""
        if card < 0:
            return False
        if isinstance(name, Map):
            return self._fits_description(game, name, card)
        if str(name) in self.ids:
            return self.ids[str(name)] == card
        return key(str(name)) == key(game.card(card).name)

    def _fits_description(self, game: Rules, description: Map, card: int) -> bool:
        handle = game.card(card)
        for word, value in description.items():
            if word == "card":
                fits = key(str(value)) == key(handle.name)
            elif word == "id":
                fits = self.ids.get(str(value)) == card
            elif word == "base":
                fits = handle.base is not None and self.is_card(game, value, handle.base.id)
            else:
                player = self.position.player_or_nobody(value, description.line)
                fits = (handle.owner if word == "owner" else handle.controller) == player
            if not fits:
                return False
        return True

    def check_name(self, name: Any, line: int) -> None:
        """An error if nothing in the game or catalogue has this name."""
        if isinstance(name, Map):
            for word, value in name.items():
                if word in ("card", "base"):
                    self.check_name(value, line)
                elif word in ("owner", "controller"):
                    self.position.player_or_nobody(value, name.line)
                elif word != "id":
                    raise ScenarioError(
                        f"Unknown key {word!r}; a card is described by card, base, owner, controller, id.", name.line
                    )
                elif str(value) not in self.ids:
                    raise ScenarioError(f"There is no card with the id {value!r}.", name.line)
            return
        if str(name) not in self.ids:
            self.position.card(name, line)

    def check_entry(self, entry: Any, line: int) -> None:
        """An error if an entry of a pool, or a part of it, is no word, number, player, faction, card or base."""
        if isinstance(entry, list):
            for part in entry:
                self.check_entry(part, line)
        elif isinstance(entry, Map):
            if "pick" in entry or "play" in entry:
                known = {"player", "pick"} if "pick" in entry else {"player", "play", "on", "as"}
                for word, value in entry.items():
                    if word not in known:
                        raise ScenarioError(
                            f"Unknown key {word!r}; an entry has {', '.join(sorted(known))}.", entry.line
                        )
                    if word == "player":
                        self.position.player(value, entry.line)
                    elif word == "as":
                        check_kind(value, entry.line)
                    else:
                        self.check_entry(value, entry.line)
            else:
                self.check_name(entry, entry.line)
        elif not (
            isinstance(entry, int)
            or str(entry) in (*_WORDS, *self.position.players, *self.ids)
            or any(key(str(entry)) == key(name) for name in FACTIONS)
        ):
            self.position.card(entry, line)

    def is_yes(self, game: Rules, entry: Any, source: int) -> bool:
        """Whether an entry accepts an offer of the card `source` without naming a target."""
        wanted = entry["pick"] if isinstance(entry, Map) and "pick" in entry else entry
        if isinstance(wanted, list | int) or (isinstance(wanted, Map) and "play" in wanted):
            return False
        return bool(wanted == "yes") or self.is_card(game, wanted, source)

    # ------------------------------------------------------------------------------------------- options
    def fits(self, question: Question, option: Option, entry: Any) -> bool:
        """Whether an entry of a pool, other than a list or a declining word, means this option."""
        game = question.game
        if isinstance(entry, Map):
            if "play" in entry:
                return self._fits_play(question, option, entry)
            card = question.source if option.kind == "yes" else _card_of(question, option)
            return option.kind in ("card", "trigger", "special", "yes") and self.is_card(game, entry, card)
        if option.kind in ("number", "mode"):
            return _fits_number(question, option, entry)
        if option.kind == "yes":
            # The name of the card that asks accepts what it asks about itself.
            return bool(entry == "yes") or (not isinstance(entry, int) and self.is_card(game, entry, question.source))
        if option.kind == "player":
            return str(entry) == self.position.players[option.player] or (entry == "yes" and len(question.items) == 1)
        if option.kind in ("name", "faction"):
            return key(str(entry)) == key(option.name)
        if entry == "yes":
            return len(question.items) == 1
        if isinstance(entry, int):
            return False
        if option.kind in ("play", "special"):
            return self.is_card(game, entry, option.card) or self.is_card(game, entry, option.target)
        if option.kind == "trigger" and self.is_card(game, entry, option.target):
            return True
        return self.is_card(game, entry, _card_of(question, option))

    def _means(self, question: Question, option: Option, entry: Any) -> bool:
        """Whether an entry means an option, or names the card of which only this alternative speaks."""
        if self.fits(question, option, entry):
            return True
        if option.kind != "mode" or not isinstance(entry, str) or entry in _WORDS:
            return False
        name = f" {_words(self._name_of(question, entry))} "
        return [other for other in question.options if name in f" {_words(other.text)} "] == [option]

    def offers(self, question: Question, entry: Any) -> bool:
        """Whether a decision offers what an entry names, or the card that it names offers the only thing."""
        return self.is_offered(question, entry) or self.is_asking(question, entry)

    def is_offered(self, question: Question, entry: Any) -> bool:
        """Whether what an entry names is itself an option, or goes to the base that is one (Pirate King)."""
        to_base = bool(question.items) and isinstance(question.items[0], Card) and question.items[0].is_base
        is_meant = (question.kind == "yes" or to_base) and self.is_asking(question, entry)
        return is_meant or self._is_option(question, entry)

    def _is_option(self, question: Question, entry: Any) -> bool:
        if not isinstance(entry, Map) and str(entry) in DECLINES:
            return question.can_decline
        if entry == "yes":
            return question.can_decline and len(question.items) == 1
        return any(self.fits(question, option, entry) for option in question.options)

    def names(self, question: Question, card: Any) -> bool:
        """Whether a decision is about a card: it asks, or it is among the options."""
        game = question.game
        return question.kind != "main" and (
            self.is_card(game, card, question.source)
            or any(self.is_card(game, card, option.card) for option in question.options)
        )

    def is_asking_one(self, question: Question, card: Any) -> bool:
        """Whether a card offers just one thing, which may be declined."""
        offers_one = question.can_decline and len(question.items) == 1
        return offers_one and self.is_card(question.game, card, question.source)

    def is_asking(self, question: Question, entry: Any) -> bool:
        """Whether a card in play that offers one thing in a scoring window is named for it (Pirate King)."""
        offers_one = question.window and question.kind in ("yes", "card") and len(question.items) == 1
        return offers_one and not isinstance(entry, int) and self.is_card(question.game, entry, question.source)

    def _fits_play(self, question: Question, option: Option, entry: Map) -> bool:
        game = question.game
        if option.kind not in ("play", "special") or not self.is_card(game, entry["play"], option.card):
            return False
        if "as" in entry and (option.kind != "play" or not is_played_as(question, option, entry["as"])):
            return False
        where = entry.get("on")
        return where is None or self.is_card(game, where, option.target)

    # ------------------------------------------------------------------------------------------- answers
    def answers(self, question: Question, pool: Pool) -> Iterator[tuple[Answer, Pool]]:
        """The answers that entries of the pool give to a question, and the pool that is then left."""
        for number, entry in enumerate(pool):
            rest = pool[:number] + pool[number + 1 :]
            if self._is_for_another(question, entry):
                continue
            wanted = entry["pick"] if isinstance(entry, Map) and "pick" in entry else entry
            if question.kind == "name" and isinstance(wanted, list):
                # A list of cards is for the question that comes next; it implies their name (Across the Divide).
                yield from [(named[0][0], pool) for part in wanted if (named := self._answer(question, part, [], 0))]
            yield from self._answer(question, wanted, rest, number)
        yield from self._answer_with_pairs(question, pool)

    def _answer_with_pairs(self, question: Question, pool: Pool) -> list[tuple[Answer, Pool]]:
        """Several cards, each in a list with what is asked about it next: `[[ivan, Cuzcu], [scout, Workshop]]`."""
        picks: list[int] = []
        rest: Pool = []
        for entry in pool if question.high > 1 else ():
            pair = isinstance(entry, list) and len(entry) == 2
            fitting = (
                [o.index for o in question.options if o.index not in picks and self.fits(question, o, entry[0])]
                if pair
                else []
            )
            if fitting:
                picks.append(fitting[0])
            rest.append(entry[1] if fitting else entry)
        return [(tuple(picks), rest)] if max(1, question.low) <= len(picks) <= question.high else []

    def _is_for_another(self, question: Question, entry: Any) -> bool:
        """Whether an entry is meant for a decision of another player."""
        named = isinstance(entry, Map) and "player" in entry
        return named and self.position.player(entry["player"], entry.line) != question.player

    def _answer(self, question: Question, wanted: Any, rest: Pool, number: int) -> list[tuple[Answer, Pool]]:
        if isinstance(wanted, list):
            found = self._answer_with_list(question, wanted, rest, number)
            return [] if found is None else [found]
        if not isinstance(wanted, Map) and str(wanted) in DECLINES:
            return [((), rest)] if question.can_decline else []
        if (
            wanted in ("top", "bottom")
            and question.can_decline
            and f"decline for the {wanted}" in question.prompt.lower()
        ):
            return [((), rest)]
        if question.kind == "bottom" and (word := _place_on_deck(question, wanted)):
            return [self._top_or_bottom(question, word, rest)]
        if question.kind == "play" and not isinstance(wanted, Map):
            return self._answer_play(question, wanted, rest)
        amount = _answer_amount(question, wanted, rest)
        if amount is not None:
            return amount
        if question.kind == "special" and not isinstance(wanted, Map):
            named = [option for option in question.options if self.is_card(question.game, wanted, option.card)]
            together = self._with_another(question.game, named, Option.target_of, rest)
            if together is not None:  # card and base as separate entries (Wil Wheaton)
                return [together]
        fitting = [option.index for option in question.options if self._means(question, option, wanted)]
        if not fitting and question.kind == "card" and len(question.items) == 1 and self.speaks_for_itself(question):
            # The name of the card that asks accepts the only thing it asks for (Pirate King; a titan).
            fitting = [0] if self.is_yes(question.game, wanted, question.source) else []
        if not fitting:
            return self._answer_special(question, wanted, rest)
        if question.kind == "play":
            fitting.sort(key=lambda index: question.options[index].target >= 0)  # a fusion without `on` is an action
        return self._with_more_picks(question, fitting[0], rest)

    def accepted_by_name(self, question: Question, pool: Pool) -> list[tuple[Answer, Pool]]:
        """An offer of one thing is accepted by naming who offers it or what a yes is about, if nothing else fits.

        So many cards of one name are also told by that many names.
        """
        if question.kind == "number":
            return self._counted_by_name(question, pool)
        if not question.can_decline or len(question.items) != 1 or question.kind not in ("card", "mode", "yes"):
            return []
        ways: list[tuple[Answer, Pool]] = []
        for number, entry in enumerate(pool):
            wanted = entry["pick"] if isinstance(entry, Map) and "pick" in entry else entry
            if isinstance(wanted, str) and not self._is_for_another(question, entry):
                named = question.kind == "yes" and self._is_about(question, wanted)
                if named or self.is_card(question.game, wanted, question.source):
                    ways.append(((0,), pool[:number] + pool[number + 1 :]))
        return ways

    def _is_about(self, question: Question, wanted: Any) -> bool:
        """Whether the name of a card is in what is asked."""
        return f" {_words(self._name_of(question, wanted))} " in f" {_words(question.prompt)} "

    def _name_of(self, question: Question, wanted: Any) -> str:
        return question.game.card(self.ids[wanted]).name if str(wanted) in self.ids else str(wanted)

    def _counted_by_name(self, question: Question, pool: Pool) -> list[tuple[Answer, Pool]]:
        lists = [entry for entry in pool if isinstance(entry, list)]
        names = [entry for entry in pool if isinstance(entry, str)]
        ways: list[tuple[Answer, Pool]] = []
        for told in (*lists, [entry for entry in names if self._is_about(question, entry)]):
            if told and all(self._is_about(question, part) for part in told):
                rest = [entry for entry in pool if entry is not told and not any(entry is part for part in told)]
                ways += [((option.index,), rest) for option in question.options if option.value == len(told)]
        return ways

    @staticmethod
    def speaks_for_itself(question: Question) -> bool:
        """Whether a card in a scoring window or a titan that is set aside asks."""
        return question.window or (question.source >= 0 and question.game.card(question.source).zone == BESIDE)

    def _answer_special(self, question: Question, wanted: Any, rest: Pool) -> list[tuple[Answer, Pool]]:
        """`{play: CARD, on: BASE}` for a card in hand that asks only later what it is played on (Mboro Hornet)."""
        if question.kind != "special" or not isinstance(wanted, Map) or not {"play", "on"} <= set(wanted):
            return []
        cards = [
            o.index for o in question.options if o.target < 0 and self.is_card(question.game, wanted["play"], o.card)
        ]
        return [((cards[0],), [wanted["on"], *rest])] if cards else []

    def _with_more_picks(self, question: Question, first: int, rest: Pool) -> list[tuple[Answer, Pool]]:
        """The picks for a question that takes several: as many as the pool names, or fewer for other entries' sake."""
        picks = [first]
        ways: list[tuple[Answer, Pool]] = [(tuple(picks), rest)]
        while len(picks) < question.high and (more := self._next_pick(question, rest, picks)) is not None:
            picks.append(more[0])
            rest = more[1]
            ways.insert(0, (tuple(picks), rest))
        return [way for way in ways if len(way[0]) >= question.low]

    def orders_begun(self, question: Question, pool: Pool) -> Iterator[tuple[Answer, Pool]]:
        """Orders of which entries tell the beginning: of bases the rest follows as it lies, of cards the last one."""
        for number, entry in enumerate(pool):
            wanted = entry["pick"] if isinstance(entry, Map) and "pick" in entry else entry
            parts = wanted if isinstance(wanted, list) else [wanted]
            if self._is_for_another(question, entry):
                continue
            picks: list[int] = []
            left: Pool = [*parts, *pool[:number], *pool[number + 1 :]]
            while (more := self._next_pick(question, left, picks)) is not None:
                picks.append(more[0])
                left = more[1]
            if len(picks) >= max(len(parts), 1 if question.items[0].is_base else len(question.items) - 1):
                yield (*picks, *(o.index for o in question.options if o.index not in picks)), left

    def _next_pick(self, question: Question, pool: Pool, picks: list[int]) -> tuple[int, Pool] | None:
        """A question that takes several at once is also answered by several entries."""
        for number, entry in enumerate(pool):
            if isinstance(entry, list) or self._is_for_another(question, entry):
                continue
            wanted = entry["pick"] if isinstance(entry, Map) and "pick" in entry else entry
            for option in question.options:
                if option.index not in picks and self.fits(question, option, wanted):
                    return option.index, pool[:number] + pool[number + 1 :]
        return None

    def _answer_with_list(
        self, question: Question, wanted: list[Any], rest: Pool, number: int
    ) -> tuple[Answer, Pool] | None:
        if not wanted:
            return ((), rest) if question.can_decline else None
        if question.kind == "bottom" and set(map(str, wanted)) <= {"top", "bottom"}:
            return self._top_or_bottom(question, wanted[0], [*wanted[1:], *rest])
        if question.high == 1:
            for place, part in enumerate(wanted):
                found = self._answer(question, part, rest, number)
                if found:
                    left = wanted[:place] + wanted[place + 1 :]
                    answer, others = found[0]
                    return answer, others[:number] + ([left] if left else []) + others[number:]
            return None
        picks: list[int] = []
        left = []
        for part in wanted:
            fitting = [o.index for o in question.options if o.index not in picks and self._means(question, o, part)]
            if fitting and len(picks) < question.high:
                picks.append(fitting[0])
            else:
                left.append(part)
        if picks and left and question.kind == "mode" and len(wanted) <= question.high:
            # "A minion and/or this titan": what names no part says for whom another part is, which is asked next.
            others = [option.index for option in question.options if option.index not in picks]
            return (*picks, *others[: len(left)]), [*rest[:number], left, *rest[number:]]
        if len(picks) < max(1, question.low) or (left and question.high >= len(wanted)):
            return None
        return tuple(picks), rest[:number] + ([left] if left else []) + rest[number:]

    def _answer_play(self, question: Question, wanted: Any, rest: Pool) -> list[tuple[Answer, Pool]]:
        """An extra card played at once; card and base may stand as separate entries."""
        game = question.game
        options = question.options
        if wanted == "yes":
            return [((0,), rest)] if len(options) == 1 else []
        if isinstance(wanted, int):
            return []
        ways: list[tuple[Answer, Pool]] = []
        for here, there in ((Option.card_of, Option.target_of), (Option.target_of, Option.card_of)):
            named = [option for option in options if self.is_card(game, wanted, here(option))]
            alone = len({self._name_at(game, there(option)) for option in named}) == 1
            if alone:
                ways.append(((named[0].index,), rest))
            together = self._with_another(game, named, there, rest)
            if together is not None:
                # The name of a card alone says less than card and place; a place alone says all if the card is given.
                ways.insert(len(ways) if here is Option.target_of else 0, together)
            elif not alone and here is Option.card_of:  # a fusion without a base is an action
                ways += [((option.index,), rest) for option in named if option.target < 0][:1]
        return ways

    def _with_another(
        self, game: Rules, named: list[Option], there: Callable[[Option], int], rest: Pool
    ) -> tuple[Answer, Pool] | None:
        for number, entry in enumerate(rest):
            other = entry["pick"] if isinstance(entry, Map) and "pick" in entry else entry
            if isinstance(other, list | int) or (isinstance(other, Map) and "play" in other):
                continue
            for option in named:
                if self.is_card(game, other, there(option)):
                    return (option.index,), rest[:number] + rest[number + 1 :]
        return None

    @staticmethod
    def _name_at(game: Rules, card: int) -> str:
        return "" if card < 0 else f"{game.card(card).name} {card if game.card(card).in_play else ''}"

    def _top_or_bottom(self, question: Question, first: str, rest: Pool) -> tuple[Answer, Pool]:
        """Top or bottom, card by card, for a question that asks which cards go to the bottom."""
        words = [first]
        left = rest[:]
        while len(words) < len(question.items) and any(
            entry in ("top", "bottom") for entry in left if isinstance(entry, str)
        ):
            place = next(n for n, entry in enumerate(left) if isinstance(entry, str) and entry in ("top", "bottom"))
            words.append(left.pop(place))
        return tuple(n for n, word in enumerate(words) if word == "bottom"), left

    def use_up_forced(self, question: Question, answer: Answer, pool: Pool) -> Pool:
        """What is left of a pool if an entry names the only answer to a question. A bare yes or number does not."""
        named = [entry for entry in pool if not self._is_bare(question, entry)]
        for picked, rest in [*self.answers(question, named), *self._named_in_part(question, named)]:
            if picked and set(picked) <= set(answer):
                if len(rest) == len(named):  # a list that shrank
                    return rest + [entry for entry in pool if self._is_bare(question, entry)]
                left = [entry for entry in pool if self._is_bare(question, entry)] + rest
                return [entry for entry in pool if _take(left, entry)]
        return pool

    def _named_in_part(self, question: Question, pool: Pool) -> Iterator[tuple[Answer, Pool]]:
        """Entries that name one of several cards which are all taken."""
        for number, entry in enumerate(pool if question.high > 1 else ()):
            wanted = entry["pick"] if isinstance(entry, Map) and "pick" in entry else entry
            if not isinstance(wanted, list) and not self._is_for_another(question, entry):
                for option in question.options:
                    if self.fits(question, option, wanted):
                        yield (option.index,), pool[:number] + pool[number + 1 :]

    @staticmethod
    def _is_bare(question: Question, entry: Any) -> bool:
        wanted = entry["pick"] if isinstance(entry, Map) and "pick" in entry else entry
        if isinstance(wanted, int):
            return question.kind not in ("number", "mode")
        return isinstance(wanted, str) and (wanted == "yes" or wanted in DECLINES)

    # ------------------------------------------------------------------------------------------- steps
    def from_zone(self, game: Rules, option: Option, where: Any, player: int, line: int) -> bool:
        """Whether the card of an option is in the place that `from` names (default: the player's hand)."""
        card = game.card(option.card)
        if where is None or where == "hand":
            return card.zone == HAND
        if where == "discard":
            return card.zone == DISCARD
        if where == "deck":
            return card.zone == DECK
        if where == "stasis":
            return card.zone == STASIS
        return card.zone == HAND and game.state.where[card.id] == self.position.player(where, line)


def check_kind(word: Any, line: int) -> None:
    """An error if `as` names no kind that a card is played as."""
    if word not in ("action", "minion"):
        raise ScenarioError("`as` is action or minion.", line)


def is_played_as(question: Question, option: Option, word: str) -> bool:
    """Whether a card is played in the place of a minion or of an action: by its right, or as a fusion by its place."""
    right = question.items[option.index][3]
    printed = question.game.card(option.card).printed
    kind = MINION & (printed.kind if right is None else right.kind) or ACTION
    if option.target < 0:
        kind = ACTION
    return kind == (ACTION if word == "action" else MINION)


def _fits_number(question: Question, option: Option, entry: Any) -> bool:
    """Whether an entry means this number or alternative."""
    if isinstance(entry, int) or option.kind == "number":
        return bool(entry == option.value)
    if entry == "yes":
        return question.can_decline and len(question.items) == 1
    # The only alternative that speaks of it: "say action or minion", top or bottom.
    return entry in _PLACES_AND_KINDS and [o for o in question.options if str(entry) in o.text.lower()] == [option]


def _words(text: str) -> str:
    return " ".join(key(word) for word in text.split())


def _take(entries: Pool, entry: Any) -> bool:
    """Takes this very entry out of others; whether it was among them."""
    for number, other in enumerate(entries):
        if other is entry:
            del entries[number]
            return True
    return False


def _card_of(question: Question, option: Option) -> int:
    """The card that an option is about, also if it lies face down for the player who is asked."""
    item = question.items[option.index]
    return item.id if isinstance(item, Card) else option.card


def _answer_amount(question: Question, wanted: Any, rest: Pool) -> list[tuple[Answer, Pool]] | None:
    """How many, where an entry and the engine may mean it differently; None if this is not about an amount."""
    if question.kind == "number" and wanted == "yes":
        # The other way round: so many times yes, and perhaps a no at the end.
        more = min(rest.count("yes"), len(question.items) - 2)
        left = rest[:]
        for word in ["yes"] * more + [word for word in DECLINES if word in rest][:1]:
            left.remove(word)
        return [((option.index,), left) for option in question.options if option.value == more + 1]
    if not isinstance(wanted, int) or question.kind not in ("card", "bottom", "arrange"):
        return None
    alike = len({option.text for option in question.options}) == 1
    if question.high > 1:
        fits = question.low <= wanted <= question.high and (alike or wanted in (question.low, len(question.items)))
        return [(tuple(range(wanted)), rest)] if fits else []
    if alike and question.can_decline and 0 < wanted <= len(question.items) and not question.items[0].in_play:
        return [((0,), [wanted - 1, *rest] if wanted > 1 else rest)]  # equal cards, asked for one by one
    return None


def _place_on_deck(question: Question, entry: Any) -> str:
    """Top or bottom, also as the first or second alternative where one card is placed; "" for anything else."""
    if isinstance(entry, int):
        return ("top", "bottom")[entry - 1] if len(question.items) == 1 and entry in (1, 2) else ""
    return entry if entry in ("top", "bottom") else ""
