"""Times are told as people tell them."""

import pytest

from obligato.model.plain import time

TIMES = {
    0: "0 ms",
    -1: "-1 ms",
    3_600_001: "1 h 1 ms",
    1_700_000_000_000: "2023-11-14T22:13:20.000Z",
    253_402_300_799_999: "9999-12-31T23:59:59.999Z",
    253_402_300_800_000: "70389528 h",
    2**53 - 1: "2501999792 h 59 min 991 ms",
}


@pytest.mark.parametrize("ms", TIMES)
def test_a_time_is_a_date_where_there_is_one(ms: int) -> None:
    assert time(ms) == TIMES[ms]
