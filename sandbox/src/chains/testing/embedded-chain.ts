import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '@platform/kit/clock';
import type { Network } from '@platform/kit/networks';
import { freePort } from '@platform/kit/ports';
import { createLogger } from '@platform/observability/logging';
import type { Hex } from 'viem';
import { anvilArguments, anvilBinary } from '../anvil.js';
import { CHAINS } from '../chain.js';
import { type ChainKeeper, startChainKeeper } from '../keeper.js';

const ATTEMPTS = 1_200;
const PAUSE_MS = 50;

/** Waits until a condition is true, at most a minute. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (await condition()) return;
    await sleep(PAUSE_MS);
  }
  throw new Error('did not come true within a minute');
}

/** Calls until an answer is as expected, at most 25 s. */
export async function eventually<Value>(
  look: () => Promise<Value>,
  isExpected: (value: Value) => boolean,
): Promise<Value> {
  for (let attempt = 0; attempt < 250; attempt += 1) {
    const value = await look();
    if (isExpected(value)) return value;
    await sleep(100);
  }
  throw new Error(`still ${JSON.stringify(await look())} after 25 s`);
}

/** An embedded chain with its keeper, of one test. */
export class EmbeddedChain {
  #anvil: ChildProcess;

  private constructor(
    readonly rpcUrl: string,
    readonly keeper: ChainKeeper,
    private readonly spawnAnvil: () => ChildProcess,
  ) {
    this.#anvil = spawnAnvil();
  }

  /** Starts a chain that keeps its state in a folder; it can be used when the promise settles. */
  static async start(chain: Network, directory: string, faucetKey: Hex): Promise<EmbeddedChain> {
    const port = await freePort();
    const rpcUrl = `http://127.0.0.1:${port}`;
    const snapshotFile = join(directory, `${chain}.json`);
    const start = () =>
      spawn(anvilBinary(), anvilArguments({ host: '127.0.0.1', port, chainId: CHAINS[chain].id, snapshotFile }), {
        stdio: 'ignore',
      });
    const logger = createLogger({ process: 'test', level: 'silent' });
    const keeper = startChainKeeper({ chain, rpcUrl, snapshotFile, faucetKey, clock: systemClock, logger });
    const embedded = new EmbeddedChain(rpcUrl, keeper, start);
    await until(() => keeper.isReady());
    return embedded;
  }

  /** Kills the chain and starts it again from its state on disk. */
  async restart(): Promise<void> {
    await this.#kill();
    await until(() => !this.keeper.isReady());
    this.#anvil = this.spawnAnvil();
    await until(() => this.keeper.isReady());
  }

  async close(): Promise<void> {
    await this.keeper.close();
    await this.#kill();
  }

  async #kill(): Promise<void> {
    const exit = once(this.#anvil, 'exit');
    this.#anvil.kill('SIGKILL');
    await exit;
  }
}
