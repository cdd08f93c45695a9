import { send } from './caller.js';
import type { Platform } from './platform.js';

/** A fault of a venue of the sandbox, or of a node of its chains. */
export interface Fault {
  /** Default: `hyperliquid`. */
  readonly venue?: 'hyperliquid' | 'lighter' | 'polymarket' | 'arbitrum' | 'polygon';
  /** For a node: the method that fails. */
  readonly method?: string;
  readonly kind:
    | ('timeout' | 'disconnect' | 'rate_limit' | 'malformed' | 'reject' | 'down' | 'late_candles' | 'odd_row')
    | ('server_error' | 'err_late' | 'no_replay' | 'agent_ended' | 'liquidation')
    | ('restarting' | 'signer_refused' | 'signer_limited' | 'heartbeat_lost' | 'match_delayed' | 'match_failed')
    | ('bridge_fee' | 'bridge_failure' | 'slow_bridge' | 'settlement_retried' | 'settlement_failed' | 'redeem_unpaid')
    | ('transaction_rejected' | 'transaction_slow');
  /** How often; `late_candles`, `odd_row` and `no_replay` last until all faults end. */
  readonly count?: number;
  /** How late candles are, or a call of `err_late` is executed; how long a trouble takes. */
  readonly seconds?: number;
  /** For `odd_row`: the minute in which the row stands, or the market's name; and the field that is odd, with its value. */
  readonly at?: string;
  readonly market?: string;
  readonly field?: string;
  readonly value?: unknown;
  /** What the bridge keeps of each transfer, for `bridge_fee`, which lasts until all faults end. */
  readonly cents?: number;
  /** The IP address whose calls are affected. */
  readonly address?: string;
  /** For `agent_ended`, `liquidation` and troubles of one signer: the account's address at the venue. */
  readonly user?: string;
  readonly when?: 'before_accept' | 'after_accept';
  /** `all` hits reads too. */
  readonly scope?: 'all';
}

/** Makes the venue fail from now on. */
export async function injectFault(platform: Platform, fault: Fault): Promise<void> {
  const { faults_url: faultsUrl } = await platform.descriptor();
  await send(faultsUrl, 'POST', '', { body: { venue: 'hyperliquid', ...fault } });
}

/** Ends all faults. */
export async function clearFaults(platform: Platform): Promise<void> {
  await send((await platform.descriptor()).faults_url, 'DELETE', '');
}
