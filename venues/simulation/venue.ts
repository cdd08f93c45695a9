import type { Clock } from '@platform/kit/clock';
import type { Logger } from '@platform/observability/logging';
import type { Address, Hex } from 'viem';
import type { AllowanceOptions } from './allowances.js';
import type { Faults } from './faults.js';

/** How unkind the sandbox may be: only what costs no time, or as real chains and venues are (docs/sandbox.md). */
export const sandboxWorlds = ['kind', 'harsh'] as const;
export type SandboxWorld = (typeof sandboxWorlds)[number];

/** An embedded chain, as far as a venue works on one. */
export interface SandboxChain {
  readonly rpcUrl: string;
  readonly usdcAddress: Address;
  /** Pays out what leaves the venue. */
  readonly faucetPrivateKey: Hex;
}

/** What the sandbox process gives every venue that it starts; each takes what it has a use for. */
export interface SandboxVenueOptions {
  readonly host: string;
  readonly port: number;
  /** The same seed gives the same markets. */
  readonly seed: number;
  readonly world: SandboxWorld;
  /** Recordings to replay; undefined: all markets are generated. */
  readonly recordingsDirectory: string | undefined;
  /** Where this venue alone keeps what must survive a kill. */
  readonly stateDirectory: string;
  /** The embedded chains; one that is absent is not embedded. */
  readonly chains: { readonly [Name in 'arbitrum' | 'polygon']?: SandboxChain };
  /** What addresses may spend in a minute at a venue that really allows each of them this much. */
  readonly allowances: (publishedPerMinute: number) => Required<AllowanceOptions>;
  /** How long after a change every other read of an account still lacks it; undefined: as the world says. */
  readonly readLagMs: number | undefined;
  readonly faults: Faults;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Starts a venue of the sandbox; it listens when the promise settles. */
export type StartSandboxVenue = (options: SandboxVenueOptions) => Promise<{ close(): Promise<void> }>;
