import json
import os
import subprocess
import sys
from pathlib import Path

COMMON = Path(__file__).parent.parent


def talk(script: str, job: bytes) -> tuple[list[object], str]:
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", f"from platform_worker.channel import Channel\nchannel = Channel()\n{script}"],
        env={**os.environ, "PYTHONPATH": str(COMMON)},
        input=job,
        capture_output=True,
        check=False,
        timeout=20,
    )
    return [json.loads(line) for line in done.stdout.splitlines()], done.stderr.decode()


def test_frames_and_prints_go_separate_ways() -> None:
    frames, log = talk("print('hello')\nchannel.send({'kind': 'ready'})", b"")
    assert frames == [{"kind": "ready"}]
    assert log == "hello\n"


def test_a_job_is_read_to_the_byte_and_a_strategy_reads_nothing_of_it() -> None:
    script = (
        "import sys\nheader = channel.read_header()\nfirst = sys.stdin.read()\n"
        "channel.send({'h': header, 'b': channel.read_bytes(3).decode(), 's': first})"
    )
    assert talk(script, b'{"a": 1}\nxyz') == ([{"h": {"a": 1}, "b": "xyz", "s": ""}], "")


def test_a_process_whose_channel_is_closed_ends_without_a_word() -> None:
    after = "\nchannel.send({'kind': 'failed'})\nprint('alive')"
    assert talk(f"channel.read_header(){after}", b'{"a": 1}') == ([], "")
    assert talk(f"channel.read_bytes(3){after}", b"ab") == ([], "")


def test_a_forked_process_cannot_answer() -> None:
    script = (
        "import os\nif os.fork() == 0:\n    channel.send({'kind': 'fake'})\n    print('alive')\n"
        "os.wait()\nchannel.send({'kind': 'mine'})"
    )
    assert talk(script, b"") == ([{"kind": "mine"}], "")
