"""Runs a strategy on paper, follows it until it runs, stops it and deletes it."""

import json
import os
from pathlib import Path

from trading_platform import TradingPlatform
from trading_platform.generated.models import (
    CreateDeploymentBody,
    CreateDeploymentBodyConfig,
    DeleteDeploymentBody,
    SetDeploymentStatusBody,
)

config = {"stake_amount": 100, "exchange": {"pair_whitelist": ["BTC/USDC:USDC"]}}

with TradingPlatform(os.environ["BASE_URL"], api_key=os.environ["API_KEY"]) as platform:
    created = platform.runtime.create_deployment(
        body=CreateDeploymentBody(
            name=os.environ["NAME"],
            framework="freqtrade",
            venue="hyperliquid",
            mode="paper",
            code=Path(os.environ["STRATEGY"]).read_text(),
            config=CreateDeploymentBodyConfig.from_dict(config),
        )
    )

    seen: list[str] = []
    for event in platform.follow("deployment", record_id=created.id, select="status"):
        if event.kind == "current":
            platform.runtime.set_deployment_status(created.id, body=SetDeploymentStatusBody(action="start"))
        if event.record is not None and event.record["status"] not in seen:
            seen.append(event.record["status"])
        if event.record is not None and event.record["status"] in ("running", "error"):
            break

    running = platform.wait.deployment(created.id, "running")
    platform.runtime.set_deployment_status(created.id, body=SetDeploymentStatusBody(action="stop"))
    stopped = platform.wait.deployment(created.id, "stopped")
    acknowledged = DeleteDeploymentBody(force=True, acknowledge_positions_open=True)
    deleted = platform.runtime.delete_deployment(created.id, body=acknowledged)
    print(
        json.dumps(
            {
                "name": running.name,
                "began": seen[0],
                "ran": "running" in seen,
                "status": stopped.status,
                "deleted": deleted.status,
            }
        )
    )
