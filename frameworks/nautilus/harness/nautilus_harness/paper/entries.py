"""Whether orders may open positions, by the trading state of nautilus's own risk engine."""

from typing import Any

from nautilus_trader.execution.messages import SubmitOrder, SubmitOrderList
from nautilus_trader.model.enums import OrderSide, TradingState
from nautilus_trader.model.orders import Order
from nautilus_trader.system.kernel import NautilusKernel

_ENDPOINT = "RiskEngine.execute"


class Entries:
    """
    Stands before the risk engine, which denies what comes while it is halted.

    Its own state `REDUCING` lets an order through that opens a position where there is none.
    """

    def __init__(self, kernel: NautilusKernel, *, blocked: bool) -> None:
        self.blocked = blocked
        # Nothing is traded any more: a stop leaves positions as they are, whatever `on_stop` orders.
        self.stopped = False
        self._cache = kernel.cache
        self._engine = kernel.risk_engine
        kernel.msgbus.deregister(_ENDPOINT, self._engine.execute)
        kernel.msgbus.register(_ENDPOINT, self._execute)

    def _execute(self, command: Any) -> None:
        state = TradingState.HALTED if self._is_denied(command) else TradingState.ACTIVE
        if self._engine.trading_state != state:
            self._engine.set_trading_state(state)
        self._engine.execute(command)

    def _is_denied(self, command: Any) -> bool:
        if isinstance(command, SubmitOrder):
            orders = [command.order]
        elif isinstance(command, SubmitOrderList):
            orders = command.order_list.orders
        else:
            return False
        return self.stopped or (self.blocked and any(map(self._opens, orders)))

    def _opens(self, order: Order) -> bool:
        """Whether an order could leave more than there is now, or something on the other side."""
        if order.is_reduce_only:
            return False
        positions = self._cache.positions_open(instrument_id=order.instrument_id)
        held = float(sum(position.signed_qty for position in positions))
        traded = float(order.quantity) * (1 if order.side == OrderSide.BUY else -1)
        return held * traded >= 0 or abs(traded) > abs(held)
