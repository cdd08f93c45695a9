import type { Clock } from '@platform/kit/clock';
import type { Network } from '@platform/kit/networks';
import type { Logger } from '@platform/observability/logging';
import type { Address, Hex } from 'viem';
import type { AllowanceOptions } from './allowances.js';
import type { Faults } from './faults.js';

/**
 * How harsh the sandbox is: `kind` has only behaviour that costs no time, `harsh` behaves like real chains and venues (docs/sandbox.md).
 */
export const sandboxWorlds = ['kind', 'harsh'] as const;
export type SandboxWorld = (typeof sandboxWorlds)[number];

/** An embedded chain, in the parts that a venue uses. */
export interface SandboxChain {
  readonly rpcUrl: string;
  readonly usdcAddress: Address;
  /** Pays out withdrawals from the venue. */
  readonly faucetPrivateKey: Hex;
}

/** The sandbox process's options for every venue that it starts; each venue uses the ones it needs. */
export interface SandboxVenueOptions {
  readonly host: string;
  readonly port: number;
  /** The same seed always makes the same markets. */
  readonly seed: number;
  readonly world: SandboxWorld;
  /** Recordings to replay; undefined: all markets are generated. */
  readonly recordingsDirectory: string | undefined;
  /** The folder of this venue's own state that must survive a kill. */
  readonly stateDirectory: string;
  /** The embedded chains; one that is absent is not embedded. */
  readonly chains: { readonly [Name in Network]?: SandboxChain };
  /** Returns the weight per minute of addresses at a venue that really allows each of them this much. */
  readonly allowances: (publishedPerMinute: number) => Required<AllowanceOptions>;
  /** How long after a change every second read of an account still lacks it; undefined: the world's default. */
  readonly readLagMs: number | undefined;
  readonly faults: Faults;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Starts a venue of the sandbox; it listens when the promise settles. */
export type StartSandboxVenue = (options: SandboxVenueOptions) => Promise<{ close(): Promise<void> }>;
