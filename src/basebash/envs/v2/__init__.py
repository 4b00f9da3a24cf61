"""Observations with identity, `observation="v2"`: integers that say which card, base or faction everything is.

An observation is one array of int16 with these parts, in this order (`Layout.part` returns one in its shape):

| part | shape | a row for |
|---|---|---|
| table | `TABLE` | the table |
| players | P by `PLAYERS` | each player |
| cards | 42 P + 72 by `CARDS` | each card slot (see `actions`) |
| bases | 12 by `BASES` + 2 P | each base in play: columns, the players' totals, what they buried there |
| base_discard | 16 | the bases that were discarded last, the latest last |
| plays | 8 by `PLAYS` | each play that the current player has left |
| history | 16 by `EVENTS` | the events that the viewer may know of, the latest last |

Nothing is scaled. Seats count from the viewer: 0 is the viewer, 1 the next clockwise. Columns named after a thing that
may be missing are 0 without it and count from 1. The names of the columns are in `columns`, in their order:

- *Identities* (`card`, `faction`, …) are numbers to embed: 1 to `len(index.cards)` in the order of the catalogue,
  bases and cards of supplies included; factions and then supplies from 1. `sheet.identities` returns the printed
  facts of each.
- *Pointers* (`row`, `on`, `place`, …) say which row of `cards` or `bases` something is, from 1.

The number of an identity depends on the sets of the environment alone.
"""
