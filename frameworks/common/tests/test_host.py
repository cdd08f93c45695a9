"""What the process that holds bots makes of what comes through pipes."""

from platform_worker.host import Lines


def test_lines_are_cut_where_they_end_however_they_come() -> None:
    lines = Lines(100)
    assert list(lines.feed(b"one\ntw")) == [b"one"]
    assert list(lines.feed(b"o\n\nthree")) == [b"two", b""]
    assert list(lines.end()) == [b"three"]
    assert list(lines.end()) == []


def test_a_line_that_is_too_long_comes_in_pieces_and_is_not_kept_whole() -> None:
    lines = Lines(4)
    assert list(lines.feed(b"abcdefghij")) == [b"abcd", b"efgh"]
    assert list(lines.feed(b"kl\nm")) == [b"ijkl"]
    assert list(lines.feed(b"nopqr\n")) == [b"mnop", b"qr"]
