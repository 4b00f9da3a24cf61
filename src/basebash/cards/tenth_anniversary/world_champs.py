# ruff: noqa: D101  # a reprint has the text of its original
"""World Champs: twenty cards from all over the world, one of each."""

from basebash.cards.big_in_japan import itty_critters, kaiju, magical_girls, mega_troopers
from basebash.cards.culture_shock import anansi_tales, grimms_fairy_tales, polynesian_voyagers, russian_fairy_tales
from basebash.cards.international_incident import luchadors, mounties, musketeers, sumo_wrestlers
from basebash.cards.oops_you_did_it_again import ancient_egyptians, cowboys, samurai, vikings
from basebash.cards.that_70s_expansion import disco_dancers, kung_fu_fighters, truckers, vigilantes
from basebash.engine import Faction

WORLD_CHAMPS = Faction(
    "World Champs",
    set_name="10th Anniversary",
    intro=(
        "Twenty cards of as many teams, and never two alike. "
        "Small boosts and cheap extra actions add up: play several in a turn, and let Diva share what one of "
        "them does. "
        "Sheriff and Mummy see to it that even a lost base pays."
    ),
    summary="A bit of everything, boosted",
    difficulty=3,
    tags=("grow", "smash", "swarm"),
    icon="trophy",
    colours=("#653c17", "#feefa1"),
)


class Sheriff(cowboys.Sheriff, of=WORLD_CHAMPS): ...


class Aramis(musketeers.Aramis, of=WORLD_CHAMPS): ...


class Stoneford(vigilantes.Stoneford, of=WORLD_CHAMPS): ...


class AkyeTheTurtle(anansi_tales.AkyeTheTurtle, of=WORLD_CHAMPS): ...


class Diva(disco_dancers.Diva, of=WORLD_CHAMPS): ...


class ShieldMaiden(vikings.ShieldMaiden, of=WORLD_CHAMPS): ...


class Calicoin(itty_critters.Calicoin, of=WORLD_CHAMPS): ...


class Mummy(ancient_egyptians.Mummy, of=WORLD_CHAMPS): ...


class RainbowGirl(magical_girls.RainbowGirl, of=WORLD_CHAMPS): ...


class SamuraiChan(samurai.SamuraiChan, of=WORLD_CHAMPS): ...


class Bewitched(russian_fairy_tales.Bewitched, of=WORLD_CHAMPS): ...


class Eh(mounties.Eh, of=WORLD_CHAMPS): ...


class FastAsLightning(kung_fu_fighters.FastAsLightning, of=WORLD_CHAMPS): ...


class FightingSpiritPrize(sumo_wrestlers.FightingSpiritPrize, of=WORLD_CHAMPS): ...


class HighSpeedChase(truckers.HighSpeedChase, of=WORLD_CHAMPS): ...


class ItsBlitzinTime(mega_troopers.ItsBlitzinTime, of=WORLD_CHAMPS): ...


class KaijuConflict(kaiju.KaijuConflict, of=WORLD_CHAMPS): ...


class MouseBirdAndSausage(grimms_fairy_tales.MouseBirdAndSausage, of=WORLD_CHAMPS): ...


class SharkTattoo(polynesian_voyagers.SharkTattoo, of=WORLD_CHAMPS): ...


class SmartSetUp(luchadors.SmartSetUp, of=WORLD_CHAMPS): ...
