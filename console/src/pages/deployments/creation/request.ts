import { instantOf, onExpiryOf } from '../expiry.js';
import type { CreateDeploymentInput } from '../generated/documents.js';

/** What the form holds. */
export interface Entered {
  readonly name: string;
  readonly framework: string;
  readonly venue: string;
  readonly mode: 'paper' | 'live';
  readonly code: string;
  readonly config: string;
  /** In UTC; empty: it has no end. */
  readonly aliveUntil: string;
  readonly onExpiry: string;
}

/** The request that a form stands for. */
export function requestOf(entered: Entered, idempotencyKey: string): CreateDeploymentInput {
  const { name, framework, venue, mode, code, config, aliveUntil, onExpiry } = entered;
  return {
    ...{ name: name.trim(), framework, venue, mode, code, configJson: config, idempotencyKey },
    aliveUntil: instantOf(aliveUntil) ?? null,
    onExpiry: onExpiryOf(onExpiry),
  };
}

/** The modes that a venue takes a framework's strategies in. */
export function modesOf(
  venue: { readonly capabilities: { readonly paper: boolean; readonly live: boolean } } | undefined,
  framework: string,
): readonly ('paper' | 'live')[] {
  if (venue === undefined) return ['paper'];
  const isLive = venue.capabilities.live && framework === 'freqtrade';
  return [...(venue.capabilities.paper ? (['paper'] as const) : []), ...(isLive ? (['live'] as const) : [])];
}
