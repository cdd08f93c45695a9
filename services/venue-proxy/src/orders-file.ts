import { readFile } from 'node:fs/promises';
import type { Clock } from '@platform/clock';
import type { Logger } from '@platform/logging';
import { type Orders, ordersSchema } from './mandate.js';

/** How soon a change of the file is noticed. */
const LOOK_INTERVAL_MS = 1_000;

/** Reads the file. Rejects when it isn't what it should be. */
export async function readOrders(file: string): Promise<Orders> {
  return ordersSchema.parse(JSON.parse(await readFile(file, 'utf8')));
}

/**
 * Follows the file, which is replaced as a whole; a file that can't be read changes nothing. Gives the orders again and again
 * until `follow` says that it is done with them.
 */
export class OrdersFile {
  readonly #closing = new AbortController();
  #following: Promise<void> = Promise.resolve();

  constructor(
    private readonly file: string,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /** Starts to follow. What `follow` throws is logged, and tried again at the next look. */
  start(follow: (orders: Orders) => Promise<'go on' | 'done'>): void {
    this.#following = this.#run(follow);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#following;
  }

  async #run(follow: (orders: Orders) => Promise<'go on' | 'done'>): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      try {
        if ((await follow(await readOrders(this.file))) === 'done') return;
      } catch (error) {
        this.logger.warn({ err: error }, 'the orders of this proxy could not be followed');
      }
      // Aborted: the loop ends by its condition.
      await this.clock.sleep(LOOK_INTERVAL_MS, signal).catch(() => undefined);
    }
  }
}
