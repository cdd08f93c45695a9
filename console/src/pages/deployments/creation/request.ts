import { marketsOf, parseConfig } from '../config.js';
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

/** A venue, as far as it says what it takes. */
interface Takes {
  readonly capabilities: { readonly paper: boolean; readonly live: boolean };
}

/** The modes that a venue takes a framework's strategies in. */
export function modesOf(venue: Takes | undefined, framework: string): readonly ('paper' | 'live')[] {
  if (venue === undefined) return ['paper'];
  const isLive = liveObstacle(venue, framework) === undefined;
  return [...(venue.capabilities.paper ? (['paper'] as const) : []), ...(isLive ? (['live'] as const) : [])];
}

/** Why real money can not be used; undefined where it can, or where the venue is not read yet. */
export function liveObstacle(venue: Takes | undefined, framework: string): string | undefined {
  if (venue === undefined) return undefined;
  if (framework !== 'freqtrade')
    return `Strategies of ${framework} run on simulated money only; those of freqtrade can be live.`;
  if (!venue.capabilities.live) return 'This platform has no live deployments at this venue.';
  return undefined;
}

/** Amounts of a config that are none at zero or below. */
const AMOUNTS = [
  ['stake_amount', 'stake'],
  ['dry_run_wallet', 'simulated money'],
  ['available_capital', 'capital'],
] as const;

/** What a form still lacks; undefined where nothing. */
export function lackOf({ framework, code, config, mode }: Entered, isSure: boolean): string | undefined {
  const parsed = parseConfig(config);
  if (code.trim() === '') return 'The strategy is empty.';
  if (parsed === undefined) return 'The config is no JSON object yet.';
  if (marketsOf(framework, parsed).length === 0) return 'No market is chosen.';
  const [wrong] = AMOUNTS.filter(([name]) => typeof parsed[name] === 'number' && parsed[name] <= 0);
  if (wrong !== undefined) return `The ${wrong[1]} must be above zero.`;
  if (mode === 'live' && !isSure) return 'Say above that you mean to use real money.';
  return undefined;
}
