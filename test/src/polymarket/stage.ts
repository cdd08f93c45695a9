import { setTimeout as sleep } from 'node:timers/promises';
import { Secret } from '@platform/kit/config';
import { networks } from '@platform/kit/networks';
import { BUILDER } from '@platform/venues/polymarket/sandbox/testing';
import type { Stage } from '@platform/wallet-service/testing';
import type { Hex } from 'viem';

/** The sandbox's Polymarket beside a wallet service on real chains, without a platform. */

const ROUNDS_MAX = 150;
const ROUND_MS = 200;
/** A turn that waits is due again by the stage's clock, which stays near the chain's. */
const STEP_MS = 500;

/** Returns what the wallet service reaches the venue by, on a port of this machine. */
export function walletSettings(port: number) {
  const url = `http://127.0.0.1:${port}`;
  return {
    POLYMARKET_CLOB_URL: `${url}/clob`,
    POLYMARKET_BRIDGE_URL: `${url}/bridge`,
    POLYMARKET_RELAYER_URL: `${url}/relayer`,
    POLYMARKET_CLOB_REQUESTS_PER_MINUTE: 1_000_000,
    POLYMARKET_BUILDER_KEY: new Secret(BUILDER.key),
    POLYMARKET_BUILDER_SECRET: new Secret(BUILDER.secret),
    POLYMARKET_BUILDER_PASSPHRASE: new Secret(BUILDER.passphrase),
  };
}

/** Returns a chain as the sandbox venue is told of it. */
export function venueChain(network: 'polygon' | 'arbitrum', rpcUrl: string, faucetPrivateKey: Hex) {
  const { address: usdcAddress } = networks[network].assets.USDC;
  return { rpcUrl, usdcAddress, faucetPrivateKey };
}

/** Returns a fault of the venue that hits its next call. */
export const fault = <Kind extends string>(kind: Kind) =>
  ({ venue: 'polymarket', kind, when: 'before_accept', scope: 'changes' }) as const;

/** Gives turns to every flow of a stage, in real time, until a condition holds. */
export async function turnUntil(stage: Stage, holds: () => Promise<boolean>): Promise<void> {
  for (let rounds = 0; rounds < ROUNDS_MAX; rounds += 1) {
    await stage.round();
    if (await holds()) return;
    await sleep(ROUND_MS);
    stage.clock.advance(STEP_MS);
  }
  throw new Error('it did not come true');
}
