import { ChangeBuffer, isSequence } from '@platform/changes/buffer';
import { PlatformError } from '@platform/errors';
import { startPeriodic } from '@platform/flows/periodic';
import type { TokenMinter } from '@platform/keys/tokens';
import type { Clock } from '@platform/kit/clock';
import type { Closeable } from '@platform/lifecycle';
import type { Logger } from '@platform/observability/logging';
import type { ChangesServiceDefinition, WatchResponse } from '@platform/protos/changes';
import type { StreamClient } from '@platform/rpc/grpc';

/** After a failed or ended watch. */
const RETRY_MS = 500;
/** A service that lives says where it is every two seconds. */
const SILENCE_MS_MAX = 10_000;
const CAUSE = { kind: 'workload', workload: 'gateway', cause: 'changes' } as const;

/** One service whose changes callers may follow. */
export interface FollowedService {
  /** Its name, and the audience of the tokens for it. */
  readonly name: string;
  readonly client: Pick<StreamClient<ChangesServiceDefinition>, 'watch'>;
}

/** Follows the changes of one service for all callers of this process: one watch for all who ask. */
export class Follower {
  #buffer: ChangeBuffer | undefined;
  #isLive = false;
  readonly #opened = Promise.withResolvers<void>();

  constructor(
    private readonly service: FollowedService,
    private readonly minter: TokenMinter,
    private readonly clock: Clock,
  ) {}

  /** What is held; undefined until the service was reached for the first time. */
  get buffer(): ChangeBuffer | undefined {
    return this.#buffer;
  }

  /** Whether the service tells its changes now. */
  get isLive(): boolean {
    return this.#isLive;
  }

  /** Resolves once something is held. */
  get opened(): Promise<void> {
    return this.#opened.promise;
  }

  /** Follows until it is closed; after a failure from where it was. */
  start(logger: Logger): Closeable {
    const closing = new AbortController();
    const { name } = this.service;
    const run = () => this.#watch(closing.signal);
    const rounds = startPeriodic({ name: `changes of ${name}`, intervalMs: RETRY_MS, run }, this.clock, logger);
    return {
      close: async () => {
        closing.abort();
        await rounds.close();
      },
    };
  }

  async #watch(closing: AbortSignal): Promise<void> {
    const { name, client } = this.service;
    const token = await this.minter.mint(CAUSE, name);
    const silent = new AbortController();
    const silence = setTimeout(() => silent.abort(), SILENCE_MS_MAX);
    const signal = AbortSignal.any([closing, silent.signal]);
    try {
      for await (const message of client.watch(
        { after: this.#buffer?.position },
        { token, requestId: 'changes', signal },
      )) {
        silence.refresh();
        this.#take(message);
      }
    } catch (error) {
      // It starts, or is restarted: subscribers are told that their events are delayed.
      if (!(error instanceof PlatformError) || error.code !== 'service_unavailable') throw error;
    } finally {
      clearTimeout(silence);
      this.#isLive = false;
    }
  }

  #take({ kind, sequence, removed, ...change }: WatchResponse): void {
    if (!isSequence(sequence)) throw new Error(`${this.service.name} told a change without a place`);
    if (kind === 'start') this.#begin(sequence);
    else if (kind === 'position') this.#buffer?.advance(sequence);
    else if (kind === 'change') this.#buffer?.add({ ...change, kind, sequence, isRemoved: removed });
  }

  /** Between what is held and what the service still has, something may be lost. */
  #begin(sequence: string): void {
    const buffer = this.#buffer;
    this.#isLive = true;
    if (buffer === undefined) {
      this.#buffer = new ChangeBuffer(sequence, this.clock);
      this.#opened.resolve();
    } else buffer.add({ kind: 'gap', sequence, atMs: this.clock.nowMs() });
  }
}
