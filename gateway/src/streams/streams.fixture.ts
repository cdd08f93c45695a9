import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { type Sequence, sequenceOf } from '@platform/changes/buffer';
import { TokenMinter } from '@platform/keys/tokens';
import { createTestTokens, type TestTokens, testUser } from '@platform/keys/tokens/testing';
import { createIdSource, ManualClock, systemRandom } from '@platform/kit/clock';
import type { Closeable } from '@platform/lifecycle';
import { createLogger } from '@platform/observability/logging';
import type { WatchResponse } from '@platform/protos/changes';
import { buildSchema } from 'graphql';
import type { Executed, Question } from '../executor.js';
import { Follower } from './follower.js';
import { streamSchema } from './stream-schema.js';
import { Streams } from './streams.js';

const SECONDS = 1_700_000_000;
const schema = streamSchema(buildSchema(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8')));

/** Returns a place in the order of a service's changes. */
export const at = (counter: number): Sequence => sequenceOf({ seconds: SECONDS, counter }, 1);

/** A service that tells what the test says. */
class ToldService {
  readonly name = 'runtime';
  /** What it was asked to continue after, one per watch. */
  readonly asked: (string | undefined)[] = [];
  #messages: WatchResponse[] = [];
  #wake: () => void = () => {};
  #breaks = false;

  readonly client = {
    watch: ({ after }: { readonly after?: string | undefined }, { signal }: { readonly signal: AbortSignal }) => {
      this.asked.push(after);
      return this.#tell(signal);
    },
  };

  /** Begins a watch: everything after this place follows. */
  begin(counter: number): void {
    this.#say({ kind: 'start', sequence: at(counter) });
  }

  /** Tells a change. */
  change(counter: number, { accountId = 'alice', id = 'bt_1', removed = false } = {}): void {
    this.#say({ kind: 'change', sequence: at(counter), accountId, entity: 'backtest', id, removed });
  }

  /** Breaks the watch off. */
  breakOff(): void {
    this.#breaks = true;
    this.#wake();
  }

  #say(message: Pick<WatchResponse, 'kind' | 'sequence'> & Partial<WatchResponse>): void {
    this.#messages.push({
      atMs: SECONDS * 1_000,
      accountId: '',
      entity: '',
      id: '',
      part: '',
      removed: false,
      ...message,
    });
    this.#wake();
  }

  async *#tell(signal: AbortSignal): AsyncGenerator<WatchResponse> {
    signal.addEventListener('abort', () => this.#wake());
    while (!signal.aborted) {
      for (let next = this.#messages.shift(); next !== undefined; next = this.#messages.shift()) yield next;
      if (this.#breaks) {
        this.#breaks = false;
        return;
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}

/** The streams of a process over a service that the test plays, and a graph that it plays too. */
export class PlayedStreams {
  readonly clock = new ManualClock(SECONDS * 1_000);
  readonly service = new ToldService();
  /** What the graph was asked. */
  readonly questions: Question[] = [];
  /** What the graph answers. */
  answer: (question: Question) => Promise<Executed> = async () => ({ data: { asked: null } });
  /** The owner of each credential; a refusal where there is none. */
  readonly owners = new Map([
    ['a', 'alice'],
    ['b', 'bob'],
  ]);
  readonly follower: Follower;
  readonly streams: Streams;
  readonly #following: Closeable;

  private constructor(
    private readonly tokens: TestTokens,
    minter: TokenMinter,
    refuse: () => Error,
  ) {
    const logger = createLogger({ process: 'edge', level: 'silent' });
    this.follower = new Follower(this.service, minter, this.clock);
    this.#following = this.follower.start(logger);
    this.streams = new Streams({
      schema,
      executor: {
        execute: async (_incoming, question) => {
          this.questions.push(question);
          return this.answer(question);
        },
      },
      admission: {
        admit: async ({ headers }) => {
          const accountId = this.owners.get(String(headers['x-api-key']));
          if (accountId === undefined) throw refuse();
          const rateLimit = { policy: 'credential', requestsPerMinute: 1, requestsLeft: 1, resetsAtMs: 0 } as const;
          return { caller: testUser(accountId), rateLimit };
        },
      },
      followers: new Map([['runtime', this.follower]]),
      limits: { connections: 2, subscriptions: 3 },
      clock: this.clock,
      ids: createIdSource(this.clock, systemRandom),
      logger,
    });
  }

  /** Makes them, with what an unknown credential is refused by. */
  static async open(refuse: () => Error): Promise<PlayedStreams> {
    const tokens = await createTestTokens(new ManualClock(SECONDS * 1_000));
    const minter = await TokenMinter.open('gateway', tokens.keyFile('gateway'), new ManualClock(SECONDS * 1_000));
    return new PlayedStreams(tokens, minter, refuse);
  }

  /** Lets time pass, for each sleeper in its turn. */
  async pass(durationMs: number, stepMs = 500): Promise<void> {
    for (let passed = 0; passed < durationMs; passed += stepMs) {
      await settle();
      this.clock.advance(stepMs);
    }
    await settle();
  }

  /** Ends what runs. */
  async close(): Promise<void> {
    this.streams.end();
    const closed = this.#following.close();
    this.clock.advance(60_000);
    await closed;
    await this.tokens.remove();
  }
}

/** Lets everything that can go on go on: tokens are signed in other threads, which a busy machine lets wait. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await wait(1);
}

/** Reads a stream as a client does: what has arrived, parsed, with the comments left out. */
export class ReadStream {
  readonly messages: { readonly event: string; readonly data: unknown }[] = [];
  isEnded = false;

  constructor(text: AsyncIterable<string>) {
    void this.#read(text);
  }

  async #read(text: AsyncIterable<string>): Promise<void> {
    for await (const piece of text) {
      const [, event = '', data = ''] = /^event: (\w+)\ndata:(.*)\n\n$/.exec(piece) ?? [];
      if (event !== '') this.messages.push({ event, data: data === '' ? null : JSON.parse(data) });
    }
    this.isEnded = true;
  }
}
