from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from basebash import BasebashError
from basebash.lab import workers
from basebash.lab.plan import check_players, lab_plan
from basebash.lab.run import run_lab
from basebash.lab.workers import workers_for
from basebash.packs import add_folder
from tests.lab.helpers import KILLING
from tests.packs import without_new_packs

EXAMPLE = Path(__file__).parents[2] / "examples/packs/beekeepers"


@pytest.mark.skipif(find_spec("ray") is None, reason='Ray is not installed: pip install "basebash[ray]"')
def test_ray_and_local_runs_give_the_same_tables(tmp_path: Path) -> None:
    plan = lab_plan(6, seed=4)
    run_lab(plan, tmp_path / "ray", ray="local", workers=1)
    run_lab(plan, tmp_path / "local", workers=1)
    for path in sorted((tmp_path / "local").rglob("*.parquet")):
        assert path.read_bytes() == (tmp_path / "ray" / path.relative_to(tmp_path / "local")).read_bytes()


@pytest.mark.skipif(find_spec("ray") is None, reason='Ray is not installed: pip install "basebash[ray]"')
def test_a_worker_of_ray_that_dies_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MARK", str(tmp_path / "mark"))
    plan = lab_plan(4, seed=4, players=[2], bots=[KILLING])
    run_lab(plan, tmp_path / "ray", ray="local", workers=1)
    assert (tmp_path / "mark").exists()
    run_lab(plan, tmp_path / "local", workers=1)
    for path in sorted((tmp_path / "local").rglob("*.parquet")):
        assert path.read_bytes() == (tmp_path / "ray" / path.relative_to(tmp_path / "local")).read_bytes()


@pytest.mark.skipif(find_spec("ray") is None, reason='Ray is not installed: pip install "basebash[ray]"')
def test_a_cluster_that_was_there_before_plays_with_a_pack(tmp_path: Path) -> None:
    ray = import_module("ray")
    with without_new_packs():
        ray.init(address="local", num_cpus=1, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
        try:
            ray.get(ray.remote(check_players).remote(2))  # a worker is there now, which has read the variable
            add_folder(EXAMPLE)
            plan = lab_plan(3, seed=4, factions=["Beekeepers", "Ghosts", "Pirates", "Robots"], players=[2])
            run_lab(plan, tmp_path / "ray", ray="local", workers=1)
        finally:
            ray.shutdown()
        run_lab(plan, tmp_path / "local", workers=1)
    for path in sorted((tmp_path / "local").rglob("*.parquet")):
        assert path.read_bytes() == (tmp_path / "ray" / path.relative_to(tmp_path / "local")).read_bytes()


def test_without_ray_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ModuleNotFoundError(name=name)

    monkeypatch.setattr(workers, "import_module", missing)
    with pytest.raises(BasebashError, match="pip install"), workers_for(ray="local"):
        pass
