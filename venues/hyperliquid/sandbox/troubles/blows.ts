import type { Faults } from '../../../simulation/index.js';
import { endAgents } from '../exchange/accounts/authority.js';
import { liquidateAccount } from '../exchange/accounts/liquidation.js';
import type { Exchange } from '../exchange/exchange.js';
import { VENUE_NAME } from '../faults.js';

/** Does to accounts what the faults say: ends their agents, liquidates their positions. */
export function strike(exchange: Exchange, faults: Faults | undefined): void {
  for (const { kind, user } of faults?.takeBlows(VENUE_NAME) ?? [])
    exchange.change((context) => (kind === 'agent_ended' ? endAgents(context, user) : liquidateAccount(context, user)));
}
