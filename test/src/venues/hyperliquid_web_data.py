"""Prints the first `webData2` that the official SDK receives, as JSON: `hyperliquid_web_data.py <base url> <user>`."""

import json
import queue
import sys

from hyperliquid.info import Info

TOLD_SECONDS_MAX = 30
base_url, user = sys.argv[1:]
info = Info(base_url)
told = queue.Queue()
info.subscribe({"type": "webData2", "user": user}, told.put)
message = told.get(timeout=TOLD_SECONDS_MAX)
info.disconnect_websocket()
print(json.dumps(message["data"]))
