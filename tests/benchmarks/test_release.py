"""What a release's campaigns found is written down as it was."""

from pathlib import Path

import pytest

from benchmarks import release

FINE = ("tests/a.py::test_a", "passed", 12.4, "10 cases from seed 3")
WRONG = ("tests/b.py::test_b", "failed", 1.0, "")


def test_each_campaign_is_told_with_what_it_printed() -> None:
    lines = list(release.page([FINE, WRONG], "2026-01-02", "commit abc"))

    assert "1 of 2 passed, on 2026-01-02, of commit abc: obligato " in lines[4]
    assert {"## passed: tests/a.py::test_a", "12 s", FINE[3]} <= {*lines}
    assert "## failed: tests/b.py::test_b" in lines


@pytest.mark.parametrize("code", [2, 5], ids=["broken off", "nothing ran"])
def test_without_a_whole_run_no_page_is_written(
    code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(release, "PAGE", tmp_path / "release.md")
    monkeypatch.setattr(pytest, "main", lambda *_, **__: code)

    assert release.main() == code
    assert not (tmp_path / "release.md").exists()
