import { setTimeout as wait } from 'node:timers/promises';
import { PlatformError } from '@platform/errors';
import type { LiveService } from './live-service.js';

const LOOK_MS = 500;

/** Clients of one account that all ask for a withdrawal at once; those that get one ask again whenever it is over. */
export class Crowd {
  /** How many were accepted. */
  accepted = 0;
  /** The refusals, each with its details, and how often it was given. */
  readonly refusals = new Map<string, number>();
  #isOver = false;
  readonly #clients: readonly Promise<void>[];

  constructor(
    private readonly service: LiveService,
    private readonly accountId: string,
    clients: number,
  ) {
    this.#clients = Array.from({ length: clients }, () => this.#ask());
  }

  /** Ends what the clients do. */
  async disperse(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#clients);
  }

  async #ask(): Promise<void> {
    const { service, accountId } = this;
    while (!this.#isOver) {
      const id = await service.ask(accountId).catch((error: unknown) => this.#leave(error));
      if (id === undefined) return;
      this.accepted += 1;
      while (!this.#isOver && (await service.statusOf(accountId, id)) !== 'confirmed') await wait(LOOK_MS);
    }
  }

  /** A client that is refused was told to come back in a minute. */
  #leave(error: unknown): undefined {
    if (!(error instanceof PlatformError)) throw error;
    const refusal = `${error.code} ${JSON.stringify(error.details)}`;
    this.refusals.set(refusal, (this.refusals.get(refusal) ?? 0) + 1);
  }
}
