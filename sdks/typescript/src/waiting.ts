import { NoAnswerError, RefusedError, WaitedTooLongError, WorkFailedError } from './errors.js';
import type { Operations } from './generated/sdk.gen.js';
import type { Backtest, Deployment, Execution, SetupOperation, Withdrawal } from './generated/types.gen.js';
import type { Surroundings } from './surroundings.js';

/** How long something is waited for. */
export interface WaitOptions {
  /** Default: half an hour. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

const TIMEOUT_MS = 30 * 60_000;
const POLL_MS = 500;
const POLL_MS_MAX = 5_000;
const POLL_GROWTH = 1.5;

type Verdict = 'goes on' | 'done' | 'failed';

/** A deployment that should run, and is in one of these states, does not come to run by itself. */
const NOT_RUNNING = ['stopping', 'stopped', 'deleting', 'deleted', 'error'];

/** Waits for what the platform does after it has answered: each method reads a record until that has ended. */
export class Waiting {
  constructor(
    private readonly operations: Operations,
    private readonly surroundings: Surroundings,
  ) {}

  /** Returns the backtest with its result. Throws `WorkFailedError` where it ends as `error`. */
  backtest(id: string, options?: WaitOptions): Promise<Backtest> {
    return this.#until(
      `backtest ${id}`,
      (signal) => this.operations.getBacktest({ path: { id }, ...signal }),
      ({ status }) => (status === 'finished' ? 'done' : status === 'error' ? 'failed' : 'goes on'),
      options,
    );
  }

  /** Returns the withdrawal once it is confirmed. Throws `WorkFailedError` where it fails. */
  withdrawal(id: string, options?: WaitOptions): Promise<Withdrawal> {
    return this.#until(
      `withdrawal ${id}`,
      (signal) => this.operations.getWithdrawal({ path: { id }, ...signal }),
      ({ status }) => (status === 'confirmed' ? 'done' : status === 'failed' ? 'failed' : 'goes on'),
      options,
    );
  }

  /**
   * Returns a venue's setup once it is completed; `id` is that of `setUpVenue`. Throws `WorkFailedError` where it fails, where an operator
   * must settle it, and where another one has taken its place in the wallet.
   */
  venueSetup(
    venue: 'hyperliquid' | 'polymarket' | 'lighter',
    id: string,
    options?: WaitOptions,
  ): Promise<SetupOperation> {
    return this.#until(
      `setup ${id}`,
      async (signal) => (await this.operations.getWallet({ ...signal })).venues[venue].operation ?? undefined,
      ({ id: latest, status }) => {
        if (latest !== id) return 'failed';
        return status === 'completed' ? 'done' : status === 'processing' ? 'goes on' : 'failed';
      },
      options,
    );
  }

  /** Returns the deployment once it has the status. Throws `WorkFailedError` where it will not get there by itself. */
  deployment(id: string, wanted: 'running' | 'stopped', options?: WaitOptions): Promise<Deployment> {
    const astray = wanted === 'running' ? NOT_RUNNING : ['deleting', 'deleted', 'error'];
    return this.#until(
      `deployment ${id}`,
      (signal) => this.operations.getDeployment({ path: { id }, ...signal }),
      ({ status }) => (status === wanted ? 'done' : astray.includes(status) ? 'failed' : 'goes on'),
      options,
    );
  }

  /** Returns the execution once it has succeeded. Throws `WorkFailedError` where it ends otherwise, or an operator must settle it. */
  execution(id: string, options?: WaitOptions): Promise<Execution> {
    return this.#until(
      `execution ${id}`,
      (signal) => this.operations.getExecution({ path: { id }, ...signal }),
      ({ status }) => {
        if (status === 'submitting' || status === 'reconciling') return 'goes on';
        return status === 'succeeded' ? 'done' : 'failed';
      },
      options,
    );
  }

  async #until<Work extends { readonly status: string }>(
    what: string,
    read: (given: { signal?: AbortSignal }) => Promise<Work | undefined>,
    judge: (work: Work) => Verdict,
    { timeoutMs = TIMEOUT_MS, signal }: WaitOptions = {},
  ): Promise<Work> {
    const { nowMs, sleep } = this.surroundings;
    const startedAtMs = nowMs();
    let work: Work | undefined;
    for (let pollMs = POLL_MS; ; pollMs = Math.min(pollMs * POLL_GROWTH, POLL_MS_MAX)) {
      work = (await readThrough(() => read(signal === undefined ? {} : { signal }))) ?? work;
      const verdict = work === undefined ? 'goes on' : judge(work);
      if (work !== undefined && verdict === 'done') return work;
      if (verdict === 'failed') throw new WorkFailedError(`${what} is ${work?.status}`, work);
      if (nowMs() - startedAtMs + pollMs > timeoutMs)
        throw new WaitedTooLongError(`${what} is ${work?.status ?? 'not known'} after ${timeoutMs} ms`, work);
      await sleep(pollMs, signal);
    }
  }
}

/** A part of the platform that restarts does not end the wait: the work goes on without those who ask. */
async function readThrough<Work>(read: () => Promise<Work | undefined>): Promise<Work | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof NoAnswerError || (error instanceof RefusedError && error.status >= 502)) return undefined;
    throw error;
  }
}
