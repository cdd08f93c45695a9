"""Errors of a strategy that freqtrade logs and goes on from."""

import logging

from freqtrade.strategy.interface import IStrategy
from pandas import DataFrame
from platform_worker.failure import TEXT_CHARACTERS, StrategyFault

# In a row, without an analysis between them that succeeds: a strategy that fails at every candle never trades.
ERRORS_IN_A_ROW_MAX = 20

# Where freqtrade wraps each call of a strategy.
_WRAPPER = "freqtrade.strategy.strategy_wrapper"


class SwallowedErrors(logging.Handler):
    """Counts them, by what freqtrade logs of them."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.count = 0
        self.last: str | None = None
        self._in_a_row = 0
        self._before = 0

    def emit(self, record: logging.LogRecord) -> None:
        """Counts one."""
        self.count += 1
        self.last = record.getMessage()[:TEXT_CHARACTERS]

    def require_few(self) -> None:
        """Called after each round of the bot. Raises once too many have failed one after the other."""
        fresh = self.count - self._before
        self._before = self.count
        if fresh == 0:
            return
        self._in_a_row += fresh
        if self._in_a_row >= ERRORS_IN_A_ROW_MAX:
            raise StrategyFault(f"the strategy failed {self._in_a_row} times: {self.last}", None)

    def watch(self, strategy: IStrategy) -> None:
        """Begins to count, once freqtrade has set its logging up; an analysis without an error ends the row."""
        logging.getLogger(_WRAPPER).addHandler(self)
        analyze = strategy.analyze_ticker

        def analysed(dataframe: DataFrame, metadata: dict[str, object]) -> DataFrame:
            analysed_frame: DataFrame = analyze(dataframe, metadata)
            self._in_a_row = 0
            return analysed_frame

        strategy.analyze_ticker = analysed
