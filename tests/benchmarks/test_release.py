"""What a release's campaigns found is written down as it was."""

from pathlib import Path

import pytest

from benchmarks import release

FINE = ("tests/a.py::test_a", "passed", 12.4, "10 cases from seed 3")
WRONG = ("tests/b.py::test_b", "failed", 1.0, "")


def found(*told: release.Told) -> dict[str, str]:
    return dict(release.section(one, "2026-01-02", "commit abc") for one in told)


def test_each_campaign_is_told_with_what_it_printed() -> None:
    text = "\n".join(release.page(found(FINE, WRONG)))

    assert "1 of 2 passed." in text
    assert "## passed: tests/a.py::test_a\n\n12 s, on 2026-01-02, of commit abc" in text
    assert FINE[3] in text and "## failed: tests/b.py::test_b" in text


def test_what_was_not_run_again_stays_on_the_page() -> None:
    before = release.sections("\n".join(release.page(found(FINE, WRONG))))
    after = before | found(("tests/b.py::test_b", "passed", 2.0, ""))

    assert before == found(FINE, WRONG)
    assert after["tests/a.py::test_a"] == before["tests/a.py::test_a"]
    assert "2 of 2 passed." in "\n".join(release.page(after))


def test_some_that_are_run_again_leave_the_others_on_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "release.md"
    page.write_text("\n".join(release.page(found(FINE, WRONG))) + "\n")

    def run(words: list[str], plugins: list[release.Listener]) -> int:
        assert words[-2:] == ["-k", "test_b"]
        plugins[0].told.append(("tests/b.py::test_b", "passed", 2.0, ""))
        return 0

    monkeypatch.setattr(release, "PAGE", page)
    monkeypatch.setattr(pytest, "main", run)

    assert release.main("test_b") == 0
    told = release.sections(page.read_text())
    assert told["tests/a.py::test_a"] == found(FINE)["tests/a.py::test_a"]
    assert told["tests/b.py::test_b"].startswith("## passed")


@pytest.mark.parametrize("code", [2, 5], ids=["broken off", "nothing ran"])
def test_without_a_whole_run_no_page_is_written(
    code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(release, "PAGE", tmp_path / "release.md")
    monkeypatch.setattr(pytest, "main", lambda *_, **__: code)

    assert release.main() == code
    assert not (tmp_path / "release.md").exists()
