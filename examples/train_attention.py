"""Train the attention network of `basebash.envs.models` by playing against itself (PPO), in many processes.

    python examples/train_attention.py --seconds 300 --workers 14 --into attention.npz

Needs PyTorch, and a GPU to be worth its time. Workers play games for two; the network answers for both players, for
all games at once. A position's worth is that of the game for the player who is asked, so it changes its sign where the
next question goes to the other player. Snapshots of the weights are kept over the time, for learning curves.
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as fun

from basebash.engine import Game
from basebash.envs.actions import Actions
from basebash.envs.episode import Episode
from basebash.envs.formats import format_of
from basebash.envs.models import reading
from basebash.envs.models.network import ACTION_EMBEDDINGS, CARD_EMBEDDINGS
from basebash.envs.observe import Seen
from basebash.envs.v2.columns import ACTION_AT, BASE_AT, CARD_AT, PLAYERS, TABLE_AT, layout_of

ROWS = 64  # the most legal actions that are looked at
ACTIONS = Actions.of(reading.PLAYERS)
LAYOUT = layout_of(ACTIONS)


SCALED = ("TABLE", "PLAYER", "CARD", "BASE", "ACTION")


# ------------------------------------------------------------------------------------------- the network
class Scale(nn.Module):
    """Returns some columns, each divided by its number and cut to a range."""

    def __init__(self, columns: Sequence[tuple[int, int]]) -> None:
        super().__init__()
        where, by = zip(*columns, strict=True)
        self.register_buffer("where", torch.tensor(where), persistent=False)
        self.register_buffer("by", torch.tensor(by, dtype=torch.float32), persistent=False)

    def forward(self, rows: Tensor) -> Tensor:
        """Return the columns."""
        return (rows.index_select(-1, self.where) / self.by).clamp(-reading.CLIP, reading.CLIP)


class Net(nn.Module):
    """The network of `basebash.envs.models.network`, for many observations at once."""

    def __init__(self) -> None:
        super().__init__()
        index, width = ACTIONS.index, reading.WIDTH
        most = {"card": len(index.cards) + 1, "faction": len(index.id_of_faction) + 1}
        sizes = {name: (most.get(name, count), size) for name, (count, size) in reading.EMBEDDINGS.items()}
        self.embed = nn.ParameterDict({name: nn.Parameter(torch.randn(shape) * 0.1) for name, shape in sizes.items()})
        of = {name: size for name, (_, size) in sizes.items()}
        player = len(reading.PLAYER) + of["faction"]
        self.table = nn.Linear(
            of["phase"] + of["question"] + of["who"] + 2 * of["card"] + of["place"] + len(reading.TABLE)
            + reading.PLAY_KINDS + reading.PLAYERS * player, width,
        )  # fmt: skip
        self.base = nn.Linear(of["card"] + of["place"] + len(reading.BASE), width)
        self.card = nn.Linear(sum(of[name] for name, _ in CARD_EMBEDDINGS) + len(reading.CARD), width)
        for block in range(reading.BLOCKS):
            self.add_module(f"norm{block}a", nn.LayerNorm(width))
            self.add_module(f"mix{block}", nn.Linear(width, 3 * width))
            self.add_module(f"join{block}", nn.Linear(width, width))
            self.add_module(f"norm{block}b", nn.LayerNorm(width))
            self.add_module(f"widen{block}", nn.Linear(width, reading.HIDDEN))
            self.add_module(f"narrow{block}", nn.Linear(reading.HIDDEN, width))
        self.norm = nn.LayerNorm(width)
        action = 3 * width + sum(of[name] for name, _ in ACTION_EMBEDDINGS) + len(reading.ACTION)
        self.action1 = nn.Linear(action, reading.SCORER)
        self.action2 = nn.Linear(reading.SCORER, 1)
        self.value1 = nn.Linear(2 * width, width)
        self.value2 = nn.Linear(width, 1)
        # On the device, so that reading an observation copies nothing there.
        self.scales = nn.ModuleDict({name: Scale(getattr(reading, name)) for name in SCALED})
        self.register_buffer("seen_zones", torch.tensor(reading.SEEN_ZONES), persistent=False)

    def look_up(self, name: str, ids: Tensor) -> Tensor:
        """Return the embeddings of identities."""
        table = self.embed[name]
        return fun.embedding(ids.clamp(0, len(table) - 1), table)

    def forward(self, whole: Tensor, features: Tensor, legal: Tensor) -> tuple[Tensor, Tensor]:
        """Return the logits of the listed actions (minus infinity where there is none) and the values."""
        whole, features = whole.long(), features.long()
        cards, bases = part(whole, "cards"), part(whole, "bases")
        count = len(whole)
        zone = cards[..., CARD_AT["zone"]]
        seen = (zone[..., None] == self.seen_zones).any(dim=2)
        seen |= (cards[..., reading.MARKS[0] : reading.MARKS[-1] + 1] > 0).any(dim=2)
        order = torch.argsort((~seen).to(torch.int8), dim=1, stable=True)[:, : reading.TOKENS]
        is_card = seen.gather(1, order)
        rows = cards.gather(1, order[..., None].expand(-1, -1, cards.shape[2]))
        places = torch.arange(1, bases.shape[1] + 1, device=whole.device).expand(count, -1)
        tokens = torch.cat([self.tables(whole)[:, None], self.bases(bases, places), self.cards(rows)], dim=1)
        is_base = bases[..., BASE_AT["card"]] > 0
        there = torch.cat([torch.ones_like(is_base[:, :1]), is_base, is_card], dim=1)
        tokens = self.attend(tokens, there)
        token_of_row = torch.zeros((count, cards.shape[1] + 1), dtype=torch.long, device=whole.device)
        numbers = torch.arange(order.shape[1], device=whole.device) + 1 + bases.shape[1]
        token_of_row.scatter_(1, order + 1, torch.where(is_card, numbers, 0))
        card_tokens = token_of_row.gather(1, features[..., ACTION_AT["row"]])
        place = features[..., ACTION_AT["place"]]
        base_tokens = torch.where((place > 0) & (place <= bases.shape[1]), place, 0)
        base_tokens = torch.where(there.gather(1, base_tokens), base_tokens, 0)
        pieces = [
            self.pick(tokens, card_tokens),
            self.pick(tokens, base_tokens),
            tokens[:, :1].expand(-1, features.shape[1], -1),
            *(self.look_up(name, features[..., ACTION_AT[column]]) for name, column in ACTION_EMBEDDINGS),
            self.scales["ACTION"](features),
        ]
        logits = self.action2(torch.relu(self.action1(torch.cat(pieces, dim=2))))[..., 0]
        mean = (tokens * there[..., None]).sum(dim=1) / there.sum(dim=1, keepdim=True)
        value = self.value2(torch.relu(self.value1(torch.cat([tokens[:, 0], mean], dim=1))))
        return logits.masked_fill(legal < 0, -1e4), torch.tanh(value[:, 0])

    def pick(self, tokens: Tensor, which: Tensor) -> Tensor:
        """Return the tokens of actions; zeros for token 0."""
        found = tokens.gather(1, which[..., None].expand(-1, -1, tokens.shape[2]))
        return found * (which > 0)[..., None]

    def tables(self, whole: Tensor) -> Tensor:
        """Return the token of the table."""
        table, players, plays = part(whole, "table"), part(whole, "players"), part(whole, "plays")
        pieces = [
            self.look_up("phase", table[:, TABLE_AT["phase"]]),
            self.look_up("question", table[:, TABLE_AT["question"]]),
            self.look_up("who", table[:, TABLE_AT["turn_player"]]),
            self.look_up("card", table[:, TABLE_AT["source"]]),
            self.look_up("card", table[:, TABLE_AT["started_card"]]),
            self.look_up("place", table[:, TABLE_AT["started_place"]]),
            self.scales["TABLE"](table),
            torch.stack([(plays[..., 0] == kind + 1).sum(dim=1) / 2 for kind in range(reading.PLAY_KINDS)], dim=1),
        ]
        halves = slice(PLAYERS.index("faction_1"), PLAYERS.index("faction_2") + 1)
        for seat in range(reading.PLAYERS):
            pieces.append(self.scales["PLAYER"](players[:, seat]))
            pieces.append(self.look_up("faction", players[:, seat, halves]).sum(dim=1))
        found: Tensor = self.table(torch.cat(pieces, dim=1))
        return found

    def bases(self, bases: Tensor, places: Tensor) -> Tensor:
        """Return the tokens of the bases."""
        pieces = [self.look_up("card", bases[..., BASE_AT["card"]]), self.look_up("place", places)]
        found: Tensor = self.base(torch.cat([*pieces, self.scales["BASE"](bases)], dim=2))
        return found

    def cards(self, cards: Tensor) -> Tensor:
        """Return the tokens of cards."""
        pieces = [self.look_up(name, cards[..., CARD_AT[column]]) for name, column in CARD_EMBEDDINGS]
        found: Tensor = self.card(torch.cat([*pieces, self.scales["CARD"](cards)], dim=2))
        return found

    def attend(self, tokens: Tensor, there: Tensor) -> Tensor:
        """Let the tokens that are there attend to each other."""
        count, length, width = tokens.shape
        mask = there[:, None, None, :]
        for block in range(reading.BLOCKS):
            mixed = self.get_submodule(f"mix{block}")(self.get_submodule(f"norm{block}a")(tokens))
            query, key, value = (
                piece.reshape(count, length, reading.HEADS, -1).transpose(1, 2) for piece in mixed.chunk(3, dim=2)
            )
            heads = fun.scaled_dot_product_attention(query, key, value, attn_mask=mask)
            tokens = tokens + self.get_submodule(f"join{block}")(heads.transpose(1, 2).reshape(count, length, width))
            wide = self.get_submodule(f"widen{block}")(self.get_submodule(f"norm{block}b")(tokens))
            tokens = tokens + self.get_submodule(f"narrow{block}")(torch.relu(wide))
        found: Tensor = self.norm(tokens)
        return found


def part(whole: Tensor, name: str) -> Tensor:
    """Return a part of some observations in its shape."""
    where, shape = LAYOUT.parts[name]
    return whole[:, where].reshape(len(whole), *shape)


# ------------------------------------------------------------------------------------------- games
class Shared:
    """The arrays of some games, in memory that the trainer and a worker share."""

    SHAPES = {
        "observation": ((LAYOUT.size,), np.int16), "legal_actions": ((ROWS,), np.int32),
        "action_features": ((ROWS, LAYOUT.action_columns), np.int16), "reward": ((), np.float32),
        "is_over": ((), np.bool_), "goes_on": ((), np.bool_), "action": ((), np.int32),
    }  # fmt: skip

    def __init__(self, games: int) -> None:
        self.games = games
        self.memory = {
            name: multiprocessing.RawArray("b", games * math.prod(shape) * np.dtype(kind).itemsize)
            for name, (shape, kind) in self.SHAPES.items()
        }

    def arrays(self) -> dict[str, np.ndarray[Any, Any]]:
        """Return the arrays, a row per game."""
        return {
            name: np.frombuffer(self.memory[name], kind).reshape(self.games, *shape)
            for name, (shape, kind) in self.SHAPES.items()
        }


def work(shared: Shared, go: Any, done: Any, seed: int) -> None:
    """Play games for ever: whenever told to go, make the chosen pick in each, and show the next position."""
    arrays, seen = shared.arrays(), format_of("v2", ROWS)
    chance = np.random.default_rng(seed)
    masks = np.zeros((shared.games, ACTIONS.size), np.int8)
    into = [
        Seen(arrays["observation"][i], masks[i], arrays["legal_actions"][i], arrays["action_features"][i])
        for i in range(shared.games)
    ]

    def deal() -> Episode:
        game = Game(reading.PLAYERS, seed=int(chance.integers(1 << 60)))
        seen.prepare(game)
        return Episode(game, max_turns=80)

    tables = [deal() for _ in into]
    for table, row in zip(tables, into, strict=True):
        seen.look(table, table.seat, row)
    done.release()
    while True:
        go.acquire()
        for i, row in enumerate(into):
            table = tables[i]
            asked, before = table.seat, table.vp
            table.apply(int(arrays["legal_actions"][i, arrays["action"][i]]))
            gained = [now - then for now, then in zip(table.vp, before, strict=True)]
            over = table.seat < 0
            result = table.returns()[asked] if over and table.is_over else 0.0
            arrays["reward"][i] = result + VP_REWARD * (gained[asked] - gained[1 - asked])
            arrays["is_over"][i] = over
            arrays["goes_on"][i] = table.seat == asked
            if over:
                table = tables[i] = deal()
            seen.look(table, table.seat, row)
        done.release()


# ------------------------------------------------------------------------------------------- training
class Trainer:
    """Collects picks of all games and improves the network with them (PPO)."""

    def __init__(self, workers: int, games: int, seed: int, device: str) -> None:
        self.device = device
        context = multiprocessing.get_context("fork")
        # Two groups of games: while the network answers for one, the workers play on in the other.
        self.groups = [[Shared(games) for _ in range(workers)] for _ in range(2)]
        self.signals = [[(context.Semaphore(0), context.Semaphore(0)) for _ in group] for group in self.groups]
        self.processes = [
            context.Process(target=work, args=(shared, *signals, seed * 1_000 + 100 * g + w), daemon=True)
            for g, group in enumerate(self.groups)
            for w, (shared, signals) in enumerate(zip(group, self.signals[g], strict=True))
        ]
        for process in self.processes:
            process.start()
        self.arrays = [[shared.arrays() for shared in group] for group in self.groups]
        self.games = games
        self.picks = self.finished = 0
        torch.manual_seed(seed)
        self.net = Net().to(device)
        self.optimiser = torch.optim.AdamW(self.net.parameters(), lr=RATE, weight_decay=1e-3)

    def read(self, group: int, *names: str) -> dict[str, Tensor]:
        """Wait for a group's workers and return some of their arrays on the device."""
        return {
            name: torch.from_numpy(np.concatenate([arrays[name] for arrays in self.arrays[group]])).to(self.device)
            for name in names
        }

    def step(self, group: int, history: list[dict[str, Tensor]]) -> None:
        """Read a group's positions, answer them, and record both; what came of the answer follows with the next."""
        for _, done in self.signals[group]:
            done.acquire()
        now = self.read(group, "observation", "legal_actions", "action_features", "reward", "is_over", "goes_on")
        outcome = {name: now.pop(name) for name in ("reward", "is_over", "goes_on")}
        if history:
            history[-1] |= outcome
            self.finished += int(outcome["is_over"].sum())
        with torch.no_grad():
            logits, value = self.net(now["observation"], now["action_features"], now["legal_actions"])
            chances = logits.log_softmax(dim=1)
            action = (chances - torch.empty_like(chances).exponential_().log()).argmax(dim=1)  # Gumbel's trick
            chance = chances.gather(1, action[:, None])[:, 0]
        history.append(now | {"action": action, "chance": chance, "value": value})
        for w, part_of in enumerate(action.cpu().numpy().reshape(-1, self.games)):
            self.arrays[group][w]["action"][:] = part_of
            self.signals[group][w][0].release()
        self.picks += len(action)

    def collect(self, histories: list[list[dict[str, Tensor]]], length: int) -> None:
        """Play on until every game has this many complete picks and one more."""
        while any(len(history) <= length for history in histories):
            for group, history in enumerate(histories):
                self.step(group, history)

    def improve(self, histories: list[list[dict[str, Tensor]]], entropy: float) -> dict[str, float]:
        """Update the network from the complete picks."""
        batches = [with_advantages(history) for history in histories]
        data = {name: torch.cat([batch[name] for batch in batches]) for name in batches[0]}
        gains = data["advantage"]
        data["advantage"] = (gains - gains.mean()) / (gains.std() + 1e-6)
        said: dict[str, float] = {}
        for _ in range(EPOCHS):
            for rows in torch.randperm(len(gains), device=self.device).split(BATCH):
                some = {name: column[rows] for name, column in data.items()}
                logits, value = self.net(some["observation"], some["action_features"], some["legal_actions"])
                chances = logits.log_softmax(dim=1)
                ratio = (chances.gather(1, some["action"][:, None])[:, 0] - some["chance"]).exp()
                gain = some["advantage"]
                policy = -torch.minimum(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
                worth = fun.mse_loss(value, some["worth"])
                spread = -(chances.exp() * chances).sum(dim=1).mean()
                loss = policy + 0.5 * worth - entropy * spread
                self.optimiser.zero_grad()
                loss.backward()  # type: ignore[no-untyped-call]
                nn.utils.clip_grad_norm_(self.net.parameters(), 0.5)
                self.optimiser.step()
            said = {"policy": policy.item(), "value": worth.item(), "entropy": spread.item()}
        return said


def with_advantages(history: list[dict[str, Tensor]]) -> dict[str, Tensor]:
    """Return the complete picks of a history with their advantages; the last position is only looked at."""
    following = torch.zeros_like(history[0]["value"])
    steps: list[dict[str, Tensor]] = []
    for now, after in zip(history[-2::-1], history[:0:-1], strict=True):
        sign = torch.where(now["goes_on"], 1.0, -1.0) * ~now["is_over"]
        error = now["reward"] + sign * after["value"] - now["value"]
        following = error + FADING * sign * following
        kept = {name: now[name] for name in ("observation", "action_features", "legal_actions", "action", "chance")}
        steps.append(kept | {"advantage": following, "worth": (following + now["value"]).clamp(-1, 1)})
    return {name: torch.cat([step[name] for step in steps]) for name in steps[0]}


def weights_of(net: Net) -> dict[str, np.ndarray[Any, Any]]:
    """Return the weights in the form that `basebash.envs.models` reads."""
    return {name: tensor.detach().cpu().numpy().astype(np.float16) for name, tensor in net.state_dict().items()}


def last_of(path: Path) -> dict[str, Tensor]:
    """Return the weights of a file's last snapshot."""
    with np.load(path) as kept:
        last = f"{len(kept['taken']) - 1}/"
        names = [name for name in kept.files if name.startswith(last)]
        return {name.removeprefix(last): torch.from_numpy(kept[name].astype(np.float32)) for name in names}


def train(
    seconds: float, workers: int, games: int, seed: int, device: str, snapshots: int, start_from: Path | None = None
) -> dict[str, Any]:
    """Train for this long; return the snapshots' weights, named `NUMBER/NAME`, and when each was taken."""
    trainer = Trainer(workers, games, seed, device)
    if start_from is not None:
        trainer.net.load_state_dict(last_of(start_from))
    kept: dict[str, Any] = {}
    taken: list[tuple[float, int, int]] = []
    histories: list[list[dict[str, Tensor]]] = [[], []]
    start = time.monotonic()
    rounds = 0
    while True:
        elapsed = time.monotonic() - start
        part_done = min(elapsed / seconds, 1.0)
        if part_done >= len(taken) / snapshots:
            kept |= {f"{len(taken)}/{name}": value for name, value in weights_of(trainer.net).items()}
            taken.append((elapsed, trainer.picks, trainer.finished))
        if elapsed >= seconds:
            break
        for setting in trainer.optimiser.param_groups:
            setting["lr"] = RATE * max(0.1, 1 - part_done)
        trainer.collect(histories, LENGTH)
        said = trainer.improve(histories, ENTROPY * (1 - 0.8 * part_done))
        histories = [[history[-1]] for history in histories]
        rounds += 1
        if rounds % 20 == 1:
            numbers = "  ".join(f"{name} {number:.3f}" for name, number in said.items())
            print(f"{elapsed:5.0f} s  {trainer.picks:9} picks  {trainer.finished:7} games  {numbers}", flush=True)
    for process in trainer.processes:
        process.kill()
    kept["taken"] = np.array(taken)
    return kept


RATE = 1e-3
EPOCHS = 2
BATCH = 4096
LENGTH = 32  # picks of each game between two updates
CLIP = 0.2
FADING = 0.95
ENTROPY = 0.02
VP_REWARD = 0.03  # for each VP gained more than the other player


def main() -> None:
    """Parse the command line, train and save."""
    parser = argparse.ArgumentParser(description="Train the attention network by playing against itself.")
    parser.add_argument("--seconds", type=float, default=300)
    half = max(1, multiprocessing.cpu_count() // 2 - 1)
    parser.add_argument("--workers", type=int, default=half, help="half of the processes")
    parser.add_argument("--games", type=int, default=48, help="of each process")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--snapshots", type=int, default=8)
    parser.add_argument("--start-from", type=Path, help="a file of snapshots; its last one goes on")
    parser.add_argument("--into", type=Path, default=Path("attention.npz"))
    given = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.set_num_threads(1)
    torch.set_float32_matmul_precision("high")
    kept = train(given.seconds, given.workers, given.games, given.seed, device, given.snapshots, given.start_from)
    np.savez_compressed(given.into, **kept)
    print(f"{given.into}: {len(kept['taken'])} snapshots, {kept['taken'][-1].tolist()}")


if __name__ == "__main__":
    main()
