"""freqtrade's own command, run on request: each time in a new process, forked from one that has imported freqtrade.

Takes a line of JSON per run, with arguments, environment and log file; answers a line with the exit code.
"""

import json
import os
import sys

import freqtrade.commands.build_config_commands
import freqtrade.commands.deploy_commands
import freqtrade.optimize.backtesting
from freqtrade.main import main

for line in sys.stdin:
    asked = json.loads(line)
    child = os.fork()
    if child == 0:
        log = os.open(asked["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(log, 1)
        os.dup2(log, 2)
        os.environ.clear()
        os.environ.update(asked["env"])
        os.chdir(asked["env"]["HOME"])
        main(asked["args"])
    _, status = os.waitpid(child, 0)
    print(os.waitstatus_to_exitcode(status), flush=True)
