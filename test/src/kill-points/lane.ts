import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Customer } from '../money/customer.js';
import { operate } from '../platform/operator.js';
import { Platform } from '../platform/platform.js';
import { until } from '../platform/wait.js';
import type { Outcome, Scenario } from './scenarios.js';

/** A kill point with the service that dies there and the scenario that passes it. */
export interface Point {
  readonly service: string;
  readonly point: string;
  readonly scenario: Scenario;
}

/** How long after its effect a point may be passed. */
const DEATH_MS_MAX = 60_000;

/** The result at a point. */
export interface Finding {
  readonly outcome: Outcome;
  /** Whether the service died at the point and was started again. */
  readonly hasDied: boolean;
  /** The report of the ledger's checker afterwards. */
  readonly ledger: Awaited<ReturnType<typeof operate>>;
}

/**
 * A separate platform on which some points are tried, one after the other: most of the time is spent waiting for blocks and backoff, so
 * several lanes run side by side.
 */
export class Lane implements AsyncDisposable {
  readonly #directory = mkdtempSync(join(tmpdir(), 'kill-points-'));
  readonly #armed = join(this.#directory, 'armed');
  readonly #customers = new Map<string, Customer>();
  #platform: Platform | undefined;
  #former: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly points: readonly Point[],
    private readonly settings: Readonly<Record<string, string>> = {},
  ) {}

  /** Starts the platform with an account for each point, and prepares all of them with none armed. */
  async open(): Promise<void> {
    const platform = await Platform.start('its services die at named points', {
      KILL_POINT_FILE: this.#armed,
      FEATURE_WITHDRAWAL_OTP: 'true',
      FEATURE_MANAGED_LIVE: 'true',
      // One scenario raises block fees: a transaction with a raised fee must be included at once, however few blocks the machine makes.
      ARBITRUM_FEE_PER_GAS_MAX_GWEI: '1000000',
      // One account per point, all of them from one address.
      RATE_LIMIT_REGISTRATION_PER_MINUTE: '1000',
      RATE_LIMIT_UNAUTHENTICATED_PER_MINUTE: '1000',
      ...this.settings,
    });
    this.#platform = platform;
    for (const { point } of this.points) this.#customers.set(point, await Customer.register(platform, point));
    for (const [scenario, its] of Map.groupBy(this.points, ({ scenario }) => scenario))
      await scenario.prepare(
        platform,
        its.map((point) => this.#customerOf(point)),
      );
  }

  /** Makes the service die at a point, once the points before it are done. */
  try(point: Point): Promise<Finding> {
    const finding = this.#former.then(() => this.#find(point));
    // Whether it fails or not, the next one has its turn.
    this.#former = finding.catch(() => {});
    return finding;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#platform?.[Symbol.asyncDispose]();
    rmSync(this.#directory, { recursive: true });
  }

  #customerOf({ point }: Point): Customer {
    const customer = this.#customers.get(point);
    if (customer === undefined) throw new Error(`${point} is not in this lane`);
    return customer;
  }

  async #find(tried: Point): Promise<Finding> {
    const { point, service, scenario } = tried;
    const platform = this.#platform;
    if (platform === undefined) throw new Error('the lane is not open');
    const before = (await platform.descriptor()).processes[service];
    const readOutcome = await scenario.run(platform, this.#customerOf(tried), () => writeFileSync(this.#armed, point));
    // Some points are passed only after their effect has been seen.
    const hasDied = await until(
      `${service} to die at ${point}`,
      async () => (await platform.descriptor()).processes[service] !== before && !existsSync(this.#armed),
      (isAnother) => isAnother,
      { timeoutMs: DEATH_MS_MAX },
    ).catch(() => false);
    // A point that was not passed must not kill the next scenario.
    rmSync(this.#armed, { force: true });
    return { outcome: await readOutcome(), hasDied, ledger: await operate(platform, 'ledger', 'check') };
  }
}
