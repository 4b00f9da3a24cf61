"""A game as the environments see it: one player has to pick, and each pick advances the game."""

from __future__ import annotations

from typing import Any

from basebash.bots import Bot, ask, end_of_circle
from basebash.engine import Answer, BasebashError, Game, IllegalAnswer, NotNow
from basebash.envs.actions import THING_KINDS, WAIT, Actions, Picking, Places

MAX_TURNS = 300
LONGEST_TURN = 200
"""The limit of answers per turn, because some cards, titans above all, can loop for ever. Random play needs 40."""
DEALS = 20  # attempts to deal a copy that fits what the observer knows
_STRIDE = 0x9E3779B97F4A7C15


class Episode:
    """A game and the picks made since its last answer.

    With `skip_forced`, picks without an alternative are made automatically. After `max_turns` turns the game is cut
    off without a winner. After `LONGEST_TURN` answers in a turn, questions are answered automatically until the turn
    is over: by ending Play Cards, declining, or taking the first options.
    """

    __slots__ = (
        "_answers",
        "_is_open",
        "_picking",
        "_places",
        "_turn",
        "actions",
        "game",
        "last_seen",
        "max_turns",
        "picks",
        "skip_forced",
    )

    def __init__(
        self, game: Game, *, skip_forced: bool = True, max_turns: int = MAX_TURNS, picking: Picking | None = None
    ) -> None:
        self.game = game
        self.actions = Actions.of(game.players, game.setup.sets)
        self.skip_forced = skip_forced
        self.max_turns = max_turns
        self.picks = 0
        self._turn = game.state.turn
        self._answers = 0  # in this turn
        self._picking = picking
        self._is_open = picking is not None  # whether the picks of the question have been computed
        self._places: Places | None = None  # once the cards are dealt
        self.last_seen: dict[Any, Any] = {}  # what each seat saw last, and after how many answers: see `observe`

    # ------------------------------------------------------------------------------------------- the position
    @property
    def is_over(self) -> bool:
        """Whether there is a winner."""
        return self.game.is_over

    @property
    def is_cut_off(self) -> bool:
        """Whether the game was cut off."""
        return not self.game.is_over and self.game.state.turn > self.max_turns

    @property
    def asked(self) -> int:
        """The player whom the game asks, even if there is no alternative; -1 if nobody."""
        return -1 if self.game.is_over or self.is_cut_off else self.game.question.player

    @property
    def picking(self) -> Picking | None:
        """The unfinished answer; None if nobody is asked."""
        if not self._is_open:
            self._prepare()
            self._go_on()
        return self._picking

    @property
    def seat(self) -> int:
        """The player who has to pick; -1 if nobody has."""
        return -1 if self.picking is None else self.game.question.player

    @property
    def places(self) -> Places:
        """The slots of the cards."""
        if self._places is not None:
            return self._places
        state = self.game.state
        found = Places.of(state.factions, self.game.rules.edition, self.game.setup.sets)
        if state.printed:
            self._places = found
        return found

    @property
    def vp(self) -> list[int]:
        """The players' victory points."""
        return list(self.game.state.vp)

    def returns(self) -> list[float]:
        """Return 1 shared by the winners and -1 shared by the others; zeros without a winner, or if all won."""
        players = self.game.players
        result = self.game.result if self.is_over else []
        others = sum(not share for share in result)
        if not others:
            return [0.0] * players
        return [share or -1.0 / others for share in result]

    def legal(self, seat: int | None = None) -> list[int]:
        """Return the legal actions of a seat (by default the one that is asked), in ascending order."""
        if self.picking is None or (seat is not None and seat != self.seat):
            return [WAIT]
        return self.picking.legal()[:]

    def view(self, seat: int) -> dict[str, Any]:
        """Return what a seat may know as JSON data, without what bases would pay now, which is slow to compute."""
        data = self.game.view(seat, gains=False).data
        for player in data["players"]:
            player["factions"] = list(player["factions"])
        return data

    def words(self, action: int, seat: int) -> str:
        """Describe an action of a seat in words, with the names of cards."""
        parts = self.actions.parts(action)
        text = self.actions.describe(action)
        if parts.kind not in THING_KINDS:
            return text
        state = self.game.state
        place = parts.value - self.actions.cards
        if place >= 0:
            return f"{text} ({state.printed[state.bases[place]].name})" if place < len(state.bases) else text
        slots = self.places.slots(seat)
        return f"{text} ({state.printed[slots.index(parts.value)].name})" if parts.value in slots else text

    # ------------------------------------------------------------------------------------------- playing
    def apply(self, action: int) -> None:
        """Make a pick; raise `IllegalAnswer` if it is not legal."""
        picking = self.picking
        if picking is None or action not in picking.legal():
            raise IllegalAnswer(f"Action {action} is not legal here.")
        picking.apply(action)
        self.picks += 1
        self._go_on()

    def answer(self, answer: Answer) -> None:
        """Answer the whole question at once, replacing the picks so far."""
        game = self.game
        game.answer(answer)
        self._is_open = False
        while self._is_turn_too_long():
            game.answer(end_of_circle(game.question))

    def _is_turn_too_long(self) -> bool:
        """Count an answer and return whether the next one has to be given automatically."""
        turn = self.game.state.turn
        self._answers = self._answers + 1 if turn == self._turn else 0
        self._turn = turn
        return self._answers >= LONGEST_TURN and not self.game.is_over

    def let_answer(self, bot: Bot) -> None:
        """Let a bot answer the question."""
        self.answer(ask(bot, self.game))

    def _go_on(self) -> None:
        """Give the answer once it is complete, and make picks that have no alternative."""
        while (picking := self._picking) is not None:
            if picking.answer is not None:
                self.answer(picking.answer)
                self._prepare()
                continue
            if not self.skip_forced:
                return
            legal = picking.legal()
            if len(legal) > 1:
                return
            picking.apply(legal[0])

    def _prepare(self) -> None:
        """Compute the picks of the question."""
        game = self.game
        self._is_open = True
        if game.is_over or self.is_cut_off:
            self._picking = None
            return
        question = game.question
        paths = self.actions.paths_of(question, game.state.bases, self.places)
        self._picking = Picking(question, paths)

    # ------------------------------------------------------------------------------------------- copies
    def clone(self) -> Episode:
        """Return an independent copy, including the unfinished answer."""
        picking = None if self._picking is None else self._picking.copy()
        twin = Episode(self.game.clone(), skip_forced=self.skip_forced, max_turns=self.max_turns, picking=picking)
        twin.picks = self.picks
        twin._answers = self._answers
        return twin

    def determinised(self, observer: int, seed: int) -> Episode:
        """Return a copy in which everything the observer cannot know is redealt, with the observer's picks so far.

        Another player's unfinished answer is unknown to the observer, so the copy starts that answer over.
        """
        made = self.picking.made if self.picking is not None and self.seat == observer else []
        for attempt in range(DEALS):
            try:
                game = self.game.determinised(observer, seed + attempt * _STRIDE)
            except NotNow:
                continue
            twin = Episode(game, skip_forced=False, max_turns=self.max_turns)
            if twin.seat == self.seat and twin.remake(made) and (self.seat != observer or twin.legal() == self.legal()):
                twin.skip_forced = self.skip_forced
                twin.picks = self.picks
                twin._answers = self._answers
                return twin
        raise BasebashError(f"No copy that agrees with what player {observer} knows was found in {DEALS} deals.")

    def remake(self, made: list[int]) -> bool:
        """Repeat the picks of an unfinished answer; return False if they do not fit."""
        for action in made:
            if self.picking is None or action not in self.picking.legal():
                return False
            self.picking.apply(action)
        return True

    def __deepcopy__(self, memo: Any) -> Episode:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        picks = [] if self.picking is None else self.picking.made
        return _load, (self.game.save(log=False), picks, self.picks, self._answers, self.skip_forced, self.max_turns)


def _load(saved: str, made: list[int], picks: int, answers: int, skip_forced: bool, max_turns: int) -> Episode:
    table = Episode(Game.load(saved), skip_forced=False, max_turns=max_turns)
    table.remake(made)
    table.skip_forced = skip_forced
    table.picks = picks
    table._answers = answers  # noqa: SLF001
    return table
