// Why: docs/decisions/execution/mandates.md
import { type Mandate, mandateExceeded, requireSymbols, requireVenue } from '@platform/keys/mandates';
import type { Clock } from '@platform/kit/clock';
import { parseUsd } from '@platform/kit/money';
import type { DeploymentRecord } from '../record.js';

/** When a deployment is to end; undefined: never. */
type End = Date | undefined;

/** What a key's limits are compared with. */
type Asked = Pick<DeploymentRecord, 'mode' | 'venue' | 'canonicalSymbols' | 'capitalUsd' | 'mandate'>;

/** Of a live deployment that keeps the limits of the key that made it. */
const OWN_LIMIT = 'The deployment was created by a key whose mandate does not allow this.';

/** Throws `mandate_exceeded` unless the calling key may make a bot trade a deployment's markets now. */
export function requireMandated(
  mandate: Mandate | undefined,
  { venue, canonicalSymbols }: Pick<DeploymentRecord, 'venue' | 'canonicalSymbols'>,
  clock: Clock,
): void {
  if (mandate === undefined) return;
  requireVenue(mandate, venue, clock.now());
  requireSymbols(mandate, canonicalSymbols);
}

/**
 * Returns what a new live deployment keeps: the limits of its key, and an end that is not later than theirs. Throws `mandate_exceeded` where
 * they can't bind a bot with such a capital, and where the deployment is to end after them.
 */
export function mandatedTerms(
  mandate: Mandate | undefined,
  { capitalUsd, aliveUntil }: { readonly capitalUsd: string; readonly aliveUntil: End },
): Pick<DeploymentRecord, 'mandate' | 'aliveUntil'> {
  if (mandate === undefined) return aliveUntil === undefined ? {} : { aliveUntil };
  requireBindable(mandate, capitalUsd);
  const end = aliveUntil ?? (mandate.expiresAtMs === undefined ? undefined : new Date(mandate.expiresAtMs));
  requireEnd(mandate, end);
  return end === undefined ? { mandate } : { mandate, aliveUntil: end };
}

/**
 * Throws `mandate_exceeded` unless the calling key may start a deployment that then runs until an end. A live one must keep to its own
 * limits, and the key's may not be narrower than those.
 */
export function requireStartMandated(mandate: Mandate | undefined, asked: Asked, end: End, clock: Clock): void {
  requireMandated(mandate, asked, clock);
  const { mode, capitalUsd = '0', mandate: own = {} } = asked;
  if (mode === 'paper') return;
  requireUnended(own, clock);
  requireEnd(own, end, OWN_LIMIT);
  if (mandate === undefined) return;
  requireBindable(mandate, capitalUsd);
  requireNotNarrower(mandate, own);
  requireEnd(mandate, end);
}

/** Throws `mandate_exceeded` where the calling key, or a live deployment's own limits, end before the deployment would. */
export function requireEndMandated(
  mandate: Mandate | undefined,
  { mode, mandate: own = {} }: Pick<DeploymentRecord, 'mode' | 'mandate'>,
  end: End,
): void {
  if (mode === 'paper') return;
  requireEnd(own, end, OWN_LIMIT);
  requireEnd(mandate ?? {}, end);
}

/** Returns the highest leverage with which a bot's capital passes none of its deployment's own limits. */
export function mandatedLeverage({
  mandate: { maxLeverage = Number.POSITIVE_INFINITY, maxOrderUsd } = {},
  capitalUsd,
}: Pick<DeploymentRecord, 'mandate' | 'capitalUsd'>): number {
  if (maxOrderUsd === undefined || capitalUsd === undefined) return maxLeverage;
  // One order may use all of the capital.
  return Math.min(maxLeverage, Number(parseUsd(maxOrderUsd) / parseUsd(capitalUsd)));
}

/** A bot opens positions, as often as its strategy wants, with up to its whole capital. */
function requireBindable({ reduceOnly, maxDailyUsd, maxOrderUsd }: Mandate, capitalUsd: string): void {
  if (reduceOnly === true) throw mandateExceeded('reduce_only', false, true);
  if (maxDailyUsd !== undefined) throw mandateExceeded('max_daily_usd', null, Number(maxDailyUsd));
  if (maxOrderUsd !== undefined && parseUsd(capitalUsd) > parseUsd(maxOrderUsd))
    throw mandateExceeded('max_order_usd', Number(capitalUsd), Number(maxOrderUsd));
}

function requireNotNarrower({ maxOrderUsd, maxLeverage }: Mandate, own: Mandate): void {
  const ownOrderUsd = own.maxOrderUsd;
  if (maxOrderUsd !== undefined && (ownOrderUsd === undefined || parseUsd(ownOrderUsd) > parseUsd(maxOrderUsd)))
    throw mandateExceeded('max_order_usd', ownOrderUsd === undefined ? null : Number(ownOrderUsd), Number(maxOrderUsd));
  if (maxLeverage !== undefined && (own.maxLeverage ?? Number.POSITIVE_INFINITY) > maxLeverage)
    throw mandateExceeded('max_leverage', own.maxLeverage ?? null, maxLeverage);
}

function requireUnended({ expiresAtMs }: Mandate, clock: Clock): void {
  if (expiresAtMs === undefined || expiresAtMs > clock.nowMs()) return;
  throw mandateExceeded('expires_at', clock.now().toISOString(), new Date(expiresAtMs).toISOString(), OWN_LIMIT);
}

function requireEnd({ expiresAtMs }: Mandate, end: End, message?: string): void {
  if (expiresAtMs === undefined || (end !== undefined && end.getTime() <= expiresAtMs)) return;
  throw mandateExceeded('expires_at', end?.toISOString() ?? null, new Date(expiresAtMs).toISOString(), message);
}
