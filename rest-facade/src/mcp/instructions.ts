import type { Mandate } from '@platform/keys/mandates';
import { ToolDescriptions } from './tool-descriptions.js';
import { type Naming, nameOf, type ToolRoute } from './tool-routes.js';

/** Written with addresses, as other documents are; a list's words name the tools. */
const ORDER_OF_WORK = `Accounts, a managed USDC wallet, market data, backtests, deployments and one-time orders. Fields that end in _usd are US dollars; times are UTC.

Order of work:
1. GET /account shows the limits; GET /context/venues and GET /runtime/frameworks what can be done where.
2. GET /context/markets finds canonical symbols; GET /context/datasets says which history is stored; GET /context/candles and GET /context/funding read it. A market that is not ready for backtests at a venue that is searched is asked for: POST /mcp/context/market-requests, then poll GET /mcp/context/market-requests until its state is ready or refused.
3. POST /runtime/backtests queues a backtest. Poll GET /runtime/backtests/{id} every few seconds until its status is finished or error. GET /runtime/backtests/{id}/logs shows what it printed.
4. POST /runtime/deployments records a strategy that is to keep running, on paper. PUT /runtime/deployments/{id}/status starts and stops it. Poll GET /runtime/deployments/{id} until its status is running, stopped or error. GET /runtime/deployments/{id}/metrics shows what it has, GET /runtime/deployments/{id}/logs what it printed. POST /runtime/deployments/{id}/parity compares it with a backtest of its own period: poll GET /runtime/deployments/{id}/parity until its status is finished or error.
5. GET /wallet names the address for deposits. Poll GET /wallet/deposits until a deposit is confirmed. POST /wallet/venues/{venue}/setup moves held funds to a venue: poll GET /wallet while that venue's operation is processing.
6. POST /runtime/executions sends one native action to a venue. Poll GET /runtime/executions/{id} while its status is submitting or reconciling.
7. GET /wallet/withdraw/sources says what can be withdrawn from where, and at what fee; GET /wallet/withdraw/authorization how a withdrawal is proved. By e-mail: POST /wallet/withdraw/otp sends a code that the owner reads. POST /wallet/withdraw/authorize checks the proof and moves nothing. POST /wallet/withdraw moves the money: poll GET /wallet/withdrawals/{id} until its status is confirmed or failed. If its answer was lost and can not be asked for again, POST /wallet/withdraw/recover says what became of its key.`;

const ON_PAPER = 'for one on paper only venues, symbols and end count.';

/**
 * Returns what a model should know before it calls a tool: the order of work, what to poll, what needs which credential, and the limits of
 * its key's trading.
 */
export function instructionsOf(
  routes: readonly ToolRoute[],
  naming: Naming,
  publicUrl: string,
  mandate?: Mandate,
): string {
  const forSessions = routes.filter(({ authentication }) => authentication === 'session');
  const names = forSessions.map((route) => nameOf(route, naming)).join(', ');
  return `${new ToolDescriptions(routes, naming).inTools(ORDER_OF_WORK)}

Ask the owner before you call a tool whose destructiveHint is true: it moves money, or removes something irreversibly. Choose a new idempotency_key, a UUID, for each thing you want; if the outcome stays unknown, repeat the same call with the same key.

Credentials: ${names} need a session token (authorization: Bearer); all others an API key (x-api-key). A client may send both. Accounts are registered only over HTTP: POST ${publicUrl}/account/register, then POST ${publicUrl}/account/verify.

${mandateText(mandate)}

A refusal has isError and an error with code, message and details; the resource docs://errors/{code} says what to do. docs://interface describes every field; the resources below docs://guides are guides.

A tool is also called by its name with underscores (wallet_get is wallet.get), for hosts that take only letters, digits, _ and -.`;
}

/** Returns the room that a key has, in words. */
function mandateText(mandate: Mandate | undefined): string {
  if (mandate === undefined)
    return 'Mandate: the key sent has no limits on trading. A key that has some is refused with mandate_exceeded, whose details name the limit, what was asked and what is allowed.';
  const { venues, symbols, maxOrderUsd, maxDailyUsd, maxLeverage, reduceOnly, expiresAtMs } = mandate;
  const limits = [
    venues && `only at ${venues.join(', ')}`,
    symbols && `only ${symbols.join(', ')}`,
    maxOrderUsd && `at most ${maxOrderUsd} USD an order`,
    maxDailyUsd && `at most ${maxDailyUsd} USD a UTC day in all orders`,
    maxLeverage && `a leverage of at most ${maxLeverage}`,
    reduceOnly && 'only cancels and orders that only reduce',
    expiresAtMs !== undefined && `until ${new Date(expiresAtMs).toISOString()}`,
  ];
  return `Mandate of the key sent: ${limits.filter(Boolean).join('; ')}. Anything beyond is refused with mandate_exceeded, whose details name the limit, what was asked and what is allowed; nothing is sent then. ${deploymentsText(mandate)}`;
}

/** Returns in words what its deployments may do. */
function deploymentsText({ maxOrderUsd, maxDailyUsd, reduceOnly }: Mandate): string {
  if (maxDailyUsd !== undefined || reduceOnly === true)
    return `Such a key makes and starts no live deployment; ${ON_PAPER}`;
  const capital = maxOrderUsd === undefined ? '' : `, has a capital of at most ${maxOrderUsd} USD,`;
  return `A live deployment made with it keeps these limits for good${capital} and ends no later; ${ON_PAPER}`;
}
