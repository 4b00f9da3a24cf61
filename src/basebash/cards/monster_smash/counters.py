"""What the factions of this set do with +1 power counters."""

from collections import Counter

from basebash.engine import Card, Minions


async def spread_counters(me: Card, count: int) -> None:
    """Its controller splits this many +1 power counters among their minions."""
    picked: Counter[Card] = Counter()
    for left in range(count, 0, -1):
        minion = await me.choose(me.find_minions(yours=True), f"Which minion gets a +1 power counter? {left} to place")
        if minion is not None:
            picked[minion] += 1
    for minion, number in picked.items():
        await me.add_counters(minion, number)


async def take_counters(me: Card, *, low: int = 0, high: int = 999) -> int:
    """Its controller removes +1 power counters from their minions, between `low` and `high`; return how many."""
    picked: Counter[Card] = Counter()
    while picked.total() < high:
        left = [minion for minion in me.find_minions(yours=True) if minion.counters > picked[minion]]
        prompt = "Remove a +1 power counter from which minion?"
        minion = await me.choose(left, prompt, may=picked.total() >= low)
        if minion is None:
            break
        picked[minion] += 1
    return sum([await me.remove_counters(minion, number) for minion, number in picked.items()])


async def hand_on_counters(me: Card, minions: Minions, *, at: Card | None = None) -> None:
    """Its controller picks one of their minions and transfers any number of its +1 power counters to another one."""
    full = [minion for minion in minions(me, at=at, of=me.controller) if minion.counters]
    giver = await me.choose(full, "Transfer +1 power counters from which minion?", may=True)
    if giver is not None:
        taker = await me.choose([m for m in minions(me) if m is not giver], "To which minion?")
        number = await me.choose_number(1 if giver.counters == 1 else 0, giver.counters, "How many?")
        await me.transfer_counters(giver, taker, number)
