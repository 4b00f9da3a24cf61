"""A text environment in the style of TextArena: observations and actions are strings.

>>> env = TextEnv(opponents="random", target_vp=3)
>>> env.reset(seed=7)
>>> done = False
>>> while not done:
...     player, observation = env.get_observation()
...     done, info = env.step("1")
>>> rewards, info = env.close()
>>> sorted(rewards)
[0]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from basebash.bots import Ask, Bot, ask, end_of_circle, make_bot
from basebash.engine import RANDOM, Game, IllegalAnswer, NotNow
from basebash.language.answers import read_answer

MAX_TURNS = 300
LONGEST_TURN = 200
"""The limit of answers per turn, as in the other environments: some cards can loop for ever."""
RULES = """You are playing Smash Up, a card game. Each player shuffles two factions into a deck. On your turn you may \
play one minion and one action. When the power of all minions at a base reaches its breakpoint, the base scores: the \
player with the most power there gets the first of its VP numbers, the next the second, the third the last. Cards may \
change all of this. The first player with {vp} VP at the end of a turn wins.
Answer each question with the number of an option, such as 3. Where several can be picked, write all their numbers, \
such as 2 5. Where you may decline, you can also write pass. Other words are ignored if the answer is in square \
brackets: [3]."""


class TextEnv:
    """A game in which some seats, or all, are played by texts.

    `opponents` names the bots of the other seats (one name, or one per seat after the first); without it, the caller
    answers for every seat. An illegal answer changes nothing and is explained in the next observation; after
    `patience` of them in a row the question is answered for the player, by declining or with the first options.
    The reward is 1, shared by the winners, and -1, shared by the others; 0 if the game was cut off after `max_turns`.
    """

    def __init__(
        self,
        players: int = 2,
        *,
        opponents: str | Sequence[str] = (),
        factions: str | Sequence[Sequence[str]] = RANDOM,
        edition: int = 2019,
        target_vp: int = 15,
        max_turns: int = MAX_TURNS,
        patience: int = 3,
    ) -> None:
        self.players = players
        self.opponents = [opponents] * (players - 1) if isinstance(opponents, str) else list(opponents)
        self.factions = factions
        self.edition = edition
        self.target_vp = target_vp
        self.max_turns = max_turns
        self.patience = patience
        self.game: Game | None = None
        self.bots: list[Bot | None] = []
        self.illegal: list[int] = []
        self._wrong = 0  # illegal answers in a row
        self._complaint = ""
        self._turn = (0, 0)  # the turn, and the answers given in it

    def reset(self, num_players: int | None = None, seed: int = 0) -> None:
        """Start a new game; the same seed and answers give the same game."""
        if num_players is not None:
            if self.opponents and num_players != self.players:
                raise NotNow(f"The bots are for {self.players} players: name those of {num_players} in `opponents`.")
            self.players = num_players
        self.game = Game(
            self.players,
            factions=self.factions,
            edition=self.edition,
            target_vp=self.target_vp,
            seed=seed,
            log=True,
        )
        bots = [make_bot(name, seed + seat) for seat, name in enumerate(self.opponents, 1)]
        self.bots = [None, *bots, *([None] * (self.players - 1 - len(bots)))]
        self.illegal = [0] * self.players
        self._wrong, self._complaint, self._turn = 0, "", (0, 0)
        self._go_on(self.game)

    def get_observation(self) -> tuple[int, str]:
        """Return who has to answer, and what they see: rules of the answer, the table, and numbered options."""
        game = self._playing()
        player = game.question.player
        complaint = f"\n\n{self._complaint}" if self._complaint else ""
        return player, f"{RULES.format(vp=self.target_vp)}\n\n{game.describe(player)}{complaint}"

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Answer the open question; return whether the game is over, and who answered whether legally."""
        game = self._playing()
        player = game.question.player
        info: dict[str, Any] = {"player": player, "legal": True}
        try:
            game.answer(read_answer(action, Ask.of(game.question)))
            self._wrong, self._complaint = 0, ""
        except IllegalAnswer as error:
            self.illegal[player] += 1
            self._wrong += 1
            self._complaint = f"Your last answer was not legal. {error}"
            info |= {"legal": False, "reason": str(error)}
            if self._wrong < self.patience:
                return False, info
            game.answer(end_of_circle(game.question))
            self._wrong = 0
            self._complaint = f"After {self.patience} answers that were not legal, your question was answered for you."
        self._go_on(game)
        return self.is_done, info

    def close(self) -> tuple[dict[int, float], dict[str, Any]]:
        """Return the rewards of the seats that were played by texts, and facts about the game."""
        game = self._playing()
        result = game.result if game.is_over else []
        others = sum(not share for share in result)
        rewards = {
            seat: (result[seat] or -1 / others) if others else 0.0 for seat, bot in enumerate(self.bots) if bot is None
        }
        info = {"winners": game.winners, "vp": game.scores, "turns": game.state.turn, "illegal": self.illegal}
        return rewards, info

    @property
    def is_done(self) -> bool:
        """Whether the game is over or was cut off."""
        game = self._playing()
        return game.is_over or game.state.turn > self.max_turns

    def _playing(self) -> Game:
        if self.game is None:
            raise NotNow("Call reset first.")
        return self.game

    def _go_on(self, game: Game) -> None:
        """Let the bots answer, and end turns that are too long."""
        while not self.is_done:
            turn, answers = self._turn
            self._turn = (turn, answers + 1) if game.state.turn == turn else (game.state.turn, 0)
            bot = self.bots[game.question.player]
            if self._turn[1] >= LONGEST_TURN:
                game.answer(end_of_circle(game.question))
            elif bot is None:
                return
            else:
                game.answer(ask(bot, game))
