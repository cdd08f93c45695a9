import { type RunningWork, startPeriodic, startRepeated } from '@platform/flows';
import type { Clock } from '@platform/kit/clock';
import type { Closeable } from '@platform/lifecycle';
import type { Logger } from '@platform/observability/logging';
import { NoRoomError } from '@platform/store/objects';
import pLimit from 'p-limit';
import type { Framework } from '../frameworks/framework.js';
import { everyVersion, type Frameworks } from '../frameworks/versions.js';

const RETRY_INTERVAL_MS = 60_000;
/** From here on an older version is given up, and a default one is tried less and less often, down to the second interval. */
const ATTEMPTS_MAX = 10;
const LONG_INTERVAL_MS = 15 * 60_000;
const LOOK_INTERVAL_MS = 60_000;

/** The dependencies of provisioning. */
export interface ProvisioningParts {
  readonly frameworks: Frameworks;
  /** Called for each version that can run backtests from now on. */
  readonly onReady: () => void;
  /** The images that waiting backtests are to run on. */
  readonly awaited: () => Promise<readonly string[]>;
  /** Ends the waiting backtests that are to run on none of the images listed here, nor on one that is kept; returns their number. */
  readonly endUnlisted: (listed: readonly string[]) => Promise<number>;
  /** Ends the waiting backtests that are to run on this image, which can't be installed; returns their number. */
  readonly endUninstallable: (imageDigest: string) => Promise<number>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Installs in the background what frameworks need: default versions at once, others when a request names them. */
export class Provisioning implements Closeable {
  readonly #underWay = new Map<Framework, RunningWork>();
  /** Installations of default versions: others begin when none is left, and then link to what these brought. */
  readonly #ofDefaults = new Set<Promise<void>>();
  /** An installation takes a network, a disk and a core for minutes: others than default versions come one after the other. */
  readonly #turns = pLimit(1);
  #looks: Closeable | undefined;
  #started = false;

  constructor(private readonly parts: ProvisioningParts) {}

  /** Installs the default versions, and those that waiting backtests were promised before a restart or are promised later. */
  async start(): Promise<void> {
    this.#started = true;
    const { frameworks, endUnlisted, clock, logger } = this.parts;
    const versions = everyVersion(frameworks);
    const ended = await endUnlisted(versions.map((version) => version.describe().imageDigest));
    if (ended > 0) logger.warn({ ended }, 'backtests waited for images that are no longer listed');
    for (const version of versions) if (version.describe().isDefault) this.want(version);
    await this.#wantAwaited();
    // A backtest may be queued after the version that it is to run on was wanted, and given up.
    const work = { name: 'awaited versions', intervalMs: LOOK_INTERVAL_MS, startsLater: true };
    this.#looks = startPeriodic({ ...work, run: () => this.#wantAwaited() }, clock, logger);
  }

  /** Begins to install a version, once started, unless it is ready or under way; one that was given up is tried again. */
  want(version: Framework): void {
    if (!this.#started || this.#underWay.has(version) || version.describe().status === 'ready') return;
    const { clock, logger } = this.parts;
    const { id, version: name, isDefault } = version.describe();
    let attempts = 0;
    const run = async () => {
      try {
        await this.#install(version);
        this.parts.onReady();
        return 'done' as const;
      } catch (error) {
        if (!this.#started) return 'done' as const;
        // Space is free only once it is made: what waits goes on waiting.
        if (!(error instanceof NoRoomError)) attempts += 1;
        logger.error({ err: error, framework: id, version: name, attempts }, 'framework could not be installed');
      }
      if (isDefault || attempts < ATTEMPTS_MAX) return 'again' as const;
      await this.#giveUp(version);
      return 'done' as const;
    };
    const work = { name: `provisioning of ${id} ${name}`, intervalMs: () => intervalAfter(attempts), run };
    const running = startRepeated(work, clock, logger);
    this.#underWay.set(version, running);
    void running.ended.then(() => this.#underWay.delete(version));
  }

  /** Starts no further installation. One under way takes minutes, and is not waited for. */
  async close(): Promise<void> {
    this.#started = false;
    this.#turns.clearQueue();
    for (const { stop } of this.#underWay.values()) stop();
    await this.#looks?.close();
  }

  async #wantAwaited(): Promise<void> {
    const awaited = new Set(await this.parts.awaited());
    for (const version of everyVersion(this.parts.frameworks))
      if (awaited.has(version.describe().imageDigest)) this.want(version);
  }

  #install(version: Framework): Promise<void> {
    if (!version.describe().isDefault)
      return this.#turns(async () => {
        await Promise.allSettled(this.#ofDefaults);
        await version.ensureReady();
      });
    const installation = version.ensureReady();
    this.#ofDefaults.add(installation);
    return installation.finally(() => this.#ofDefaults.delete(installation));
  }

  /** What waits for it could never run: it ends, and that is logged. */
  async #giveUp(version: Framework): Promise<void> {
    const { id, version: name, imageDigest } = version.describe();
    const ended = await this.parts.endUninstallable(imageDigest);
    this.parts.logger.error(
      { framework: id, version: name, ended },
      'framework is given up until somebody asks for it',
    );
  }
}

/** A minute at first; once it has failed often, ever longer. */
function intervalAfter(attempts: number): number {
  return Math.min(RETRY_INTERVAL_MS * 2 ** Math.max(0, attempts - ATTEMPTS_MAX + 1), LONG_INTERVAL_MS);
}
