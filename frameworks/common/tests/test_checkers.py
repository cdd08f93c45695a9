import subprocess
import sys
from pathlib import Path

import pytest

FRAMEWORKS = Path(__file__).parents[2]
HEAVY = ("numpy", "pandas", "pyarrow", "freqtrade", "nautilus_trader", "msgspec")


@pytest.mark.parametrize("framework", ["freqtrade", "nautilus"])
def test_a_checker_is_up_at_once_since_it_imports_nothing_large(framework: str) -> None:
    program = f"import sys, {framework}_harness.validate; print([n for n in {HEAVY} if n in sys.modules])"
    path = f"{FRAMEWORKS / 'common'}:{FRAMEWORKS / framework / 'harness'}"
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, env={"PYTHONPATH": path}, check=True, stdout=subprocess.PIPE)  # noqa: S603
    assert done.stdout == b"[]\n"
