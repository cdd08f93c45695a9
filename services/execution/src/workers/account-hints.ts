// Why: docs/decisions/execution/executions.md
import { type Backoff, startPeriodic } from '@platform/flows';
import type { Clock, Random } from '@platform/kit/clock';
import type { Closeable } from '@platform/lifecycle';
import type { Logger } from '@platform/observability/logging';
import type { ExecutionVenue, OwnStreams } from '@platform/venues/native-actions';
import type { ExecutionRecord } from '../executions/model.js';
import { type ExecutionStore, identifiedAction } from '../executions/store.js';

/** Between look-ups of an account that is told of: what happens to it makes one due earlier. */
const BETWEEN_WHEN_TOLD: Backoff = { firstMs: 2_000, maxMs: 60_000, factor: 2 };
/** How long an account is followed after a look-up that found nothing: longer than the pause before the next one. */
const FOLLOWED_MS = 120_000;
const SWEEP_INTERVAL_MS = 30_000;
/** The first looks are close together and find most outcomes: an account is followed for those that they don't find. */
const LOOKS_BEFORE = 1;
/** Between the look-ups that hints cause while they find nothing: no more of them than polling would make. */
const FIRST_GAP_MS = 1_000;
const GAP_MS_MAX = 15_000;
/** The longest time until the next look-up once nothing is told any more. */
const UNTOLD_MS = 5_000;
/** After a look-up during which a hint came: it may have read what was before. */
const AGAIN_MS = 250;
/** The executions that are remembered of an account. */
const EXECUTIONS_MAX = 100;

type Account = Pick<ExecutionRecord, 'venue' | 'accountAddress'>;

/** An account that is followed. */
interface Followed {
  readonly account: Account;
  /** Until then it is followed, UTC milliseconds. */
  untilMs: number;
  /** The executions that it was followed for. */
  readonly executions: Set<string>;
  /** When hints last made a look-up due, UTC milliseconds. */
  dueAtMs: number;
  /** The look-ups that changes made due since an execution came, or since the stream began. */
  fruitless: number;
  /** All look-ups that hints made due. */
  hints: number;
}

/** The parts that hints work with. */
interface AccountHintsParts {
  readonly store: Pick<ExecutionStore, 'hasten'>;
  readonly venues: ReadonlyMap<string, ExecutionVenue>;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** Called when look-ups are due now. */
  readonly onDue: () => void;
}

/**
 * Follows the accounts of executions whose outcome two looks did not show, at venues that tell of accounts, and makes their look-ups due when
 * something happens. What is told proves nothing: without it outcomes are found all the same, later.
 */
export class AccountHints implements Closeable {
  readonly #streams = new Map<string, OwnStreams>();
  readonly #followed = new Map<string, Followed>();
  readonly #sweeping: Closeable;
  /** The writes under way. */
  readonly #writing = new Set<Promise<void>>();

  constructor(private readonly parts: AccountHintsParts) {
    const { venues, clock, random, logger } = parts;
    for (const [venue, { ownStreams }] of venues) {
      const streams = ownStreams?.(
        {
          onBegun: (accountAddress) => this.#begun({ venue, accountAddress }),
          onChanged: (accountAddress) => this.#changed({ venue, accountAddress }),
          onEnded: (accountAddress) => this.#ended({ venue, accountAddress }),
        },
        { random, logger },
      );
      if (streams !== undefined) this.#streams.set(venue, streams);
    }
    const sweep = { name: 'followed accounts', intervalMs: SWEEP_INTERVAL_MS, run: async () => this.#sweep() };
    this.#sweeping = startPeriodic(sweep, clock, logger);
  }

  /** Returns how many look-ups hints have made due: more of them after a look-up came during it. */
  countOf(account: Account): number {
    return this.#followed.get(keyOf(account))?.hints ?? 0;
  }

  /**
   * Follows the account of an execution that a look-up did not decide. Returns the pauses between its look-ups; undefined where they are those
   * of every execution. `before`: the account's hints before the look-up.
   */
  afterLook(record: ExecutionRecord, before: number): Backoff | undefined {
    const streams = this.#streams.get(record.venue);
    if (streams === undefined) return undefined;
    const followed = this.#follow(streams, record);
    if (followed === undefined) return undefined;
    const pauseMs = followed.dueAtMs - this.parts.clock.nowMs();
    if (followed.hints > before || pauseMs > 0) return always(Math.max(AGAIN_MS, pauseMs));
    return streams.isTold(record.accountAddress) ? BETWEEN_WHEN_TOLD : undefined;
  }

  async close(): Promise<void> {
    await this.#sweeping.close();
    await Promise.all([...this.#streams.values()].map((streams) => streams.close()));
    await Promise.all(this.#writing);
  }

  #follow(streams: OwnStreams, record: ExecutionRecord): Followed | undefined {
    const { _id: execution, venue, accountAddress, turns = 0 } = record;
    const account = { venue, accountAddress };
    const known = this.#followed.get(keyOf(account));
    if (known === undefined && turns < LOOKS_BEFORE) return undefined;
    const followed = known ?? { account, untilMs: 0, executions: new Set(), dueAtMs: 0, fruitless: 0, hints: 0 };
    this.#followed.set(keyOf(account), followed);
    followed.untilMs = this.parts.clock.nowMs() + FOLLOWED_MS;
    if (!followed.executions.has(execution)) followed.fruitless = 0;
    if (followed.executions.size >= EXECUTIONS_MAX) followed.executions.clear();
    followed.executions.add(execution);
    streams.follow(identifiedAction(record));
    return followed;
  }

  /** What happened before is not told: it is looked for once. */
  #begun(account: Account): void {
    const followed = this.#followed.get(keyOf(account));
    if (followed === undefined) return;
    this.#makeDue(followed, this.parts.clock.nowMs(), true);
    followed.fruitless = 0;
  }

  #changed(account: Account): void {
    const followed = this.#followed.get(keyOf(account));
    const nowMs = this.parts.clock.nowMs();
    // A look-up that is due already will see this as well.
    if (followed === undefined || followed.dueAtMs > nowMs) return;
    const gapMs = followed.fruitless === 0 ? 0 : Math.min(GAP_MS_MAX, FIRST_GAP_MS * 2 ** (followed.fruitless - 1));
    this.#makeDue(followed, Math.max(nowMs, followed.dueAtMs + gapMs), followed.fruitless === 0);
    followed.fruitless += 1;
  }

  #ended(account: Account): void {
    const isFollowed = this.#followed.has(keyOf(account));
    if (isFollowed) this.#write(account, this.parts.clock.nowMs() + UNTOLD_MS, false);
  }

  #makeDue(followed: Followed, atMs: number, restarts: boolean): void {
    followed.hints += 1;
    followed.dueAtMs = atMs;
    this.#write(followed.account, atMs, restarts);
  }

  #write(account: Account, atMs: number, restarts: boolean): void {
    const { store, clock, logger, onDue } = this.parts;
    const writing = store.hasten(account, new Date(atMs), restarts).then(
      () => {
        if (atMs <= clock.nowMs()) onDue();
      },
      (error: unknown) => logger.warn({ err: error }, 'look-ups could not be made due: they come later'),
    );
    this.#writing.add(writing);
    void writing.finally(() => this.#writing.delete(writing));
  }

  #sweep(): void {
    const nowMs = this.parts.clock.nowMs();
    for (const [key, { account, untilMs }] of this.#followed)
      if (untilMs <= nowMs) {
        this.#followed.delete(key);
        this.#streams.get(account.venue)?.unfollow(account.accountAddress);
      }
  }
}

function keyOf({ venue, accountAddress }: Account): string {
  return `${venue}/${accountAddress}`;
}

function always(pauseMs: number): Backoff {
  return { firstMs: pauseMs, maxMs: pauseMs, factor: 1 };
}
