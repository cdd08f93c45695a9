import { startPeriodic } from '@platform/flows';
import { systemClock } from '@platform/kit/clock';
import type { Closeable } from '@platform/lifecycle';
import { createLogger } from '@platform/observability/logging';
import type { TestChain } from '../anvil.js';

const BLOCK_MS = 1_000;

/** Makes a block of a chain per second, as the sandbox's keeper does while there is something to include. */
export class Blocks implements Closeable {
  /** While true, no block is made. */
  isHalted = false;
  /** The base fee of each new block, in wei; undefined: as the chain has it. */
  baseFeePerGas: bigint | undefined;
  readonly #making: Closeable;

  private constructor(private readonly client: TestChain['client']) {
    const logger = createLogger({ process: 'test', level: 'silent' });
    const work = { name: 'blocks', intervalMs: BLOCK_MS, run: () => this.#make() };
    this.#making = startPeriodic(work, systemClock, logger);
  }

  /** Takes the making of blocks from the chain itself. */
  static async take({ client }: TestChain): Promise<Blocks> {
    await client.setAutomine(false);
    return new Blocks(client);
  }

  close(): Promise<void> {
    return this.#making.close();
  }

  async #make(): Promise<void> {
    if (this.isHalted) return;
    const { baseFeePerGas } = this;
    if (baseFeePerGas !== undefined) await this.client.setNextBlockBaseFeePerGas({ baseFeePerGas });
    await this.client.mine({ blocks: 1 });
  }
}
