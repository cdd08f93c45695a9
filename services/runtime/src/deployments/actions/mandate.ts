// Why: docs/decisions/execution/mandates.md
import { type Mandate, requireSymbols, requireVenue } from '@platform/keys/mandates';
import type { Clock } from '@platform/kit/clock';
import type { DeploymentRecord } from '../record.js';

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
