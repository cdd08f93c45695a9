"""The input of freqtrade's commands: a file with the whole config, and the arguments of a command line."""

import json
from pathlib import Path

from platform_worker.job import Job

from freqtrade_harness import config


def command_arguments(job: Job, strategy_class: str, strategy_path: Path) -> dict[str, object]:
    """The parsed arguments of a command over the job's window; its config is written beside the strategy's folder."""
    home = strategy_path.parent.parent
    config_path = home / "config.json"
    config_path.write_text(json.dumps(config.complete(job.config, job.symbols, job.fee_rate)))
    return {
        "config": [str(config_path)],
        "user_data_dir": str(home),
        "datadir": str(home / "data"),
        "strategy": strategy_class,
        "strategy_path": str(strategy_path.parent),
        "timerange": f"{job.from_ms // 1000}-{job.to_ms // 1000}",
        "export": "none",
        "backtest_cache": "none",
    }
