import type { Clock } from '@platform/clock';
import { type RunningWork, startRepeated } from '@platform/flows';
import type { Closeable } from '@platform/lifecycle';
import type { Logger } from '@platform/logging';
import type { Framework } from '../frameworks/framework.js';
import { everyVersion, type Frameworks } from '../frameworks/versions.js';

const RETRY_INTERVAL_MS = 60_000;
const ATTEMPTS_MAX = 10;

/** What provisioning is made of. */
export interface ProvisioningParts {
  readonly frameworks: Frameworks;
  /** Called for each version that can run backtests from now on. */
  readonly onReady: () => void;
  /** The images that waiting backtests are to run on. */
  readonly awaited: () => Promise<readonly string[]>;
  /** Ends the waiting backtests that are to run on none of the images listed here, nor on one that is kept; gives their number. */
  readonly endUnlisted: (listed: readonly string[]) => Promise<number>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Installs in the background what frameworks need: default versions at once, others when somebody asks for them. */
export class Provisioning implements Closeable {
  readonly #underWay = new Map<Framework, RunningWork>();
  #started = false;

  constructor(private readonly parts: ProvisioningParts) {}

  /** Installs the default versions, and those that waiting backtests were promised before a restart. */
  async start(): Promise<void> {
    this.#started = true;
    const { frameworks, endUnlisted, logger } = this.parts;
    const versions = everyVersion(frameworks);
    const ended = await endUnlisted(versions.map((version) => version.describe().imageDigest));
    if (ended > 0) logger.warn({ ended }, 'backtests waited for images that are no longer listed');
    const awaited = new Set(await this.parts.awaited());
    for (const version of versions) {
      const { isDefault, imageDigest } = version.describe();
      if (isDefault || awaited.has(imageDigest)) this.want(version);
    }
  }

  /** Begins to install a version, once started, unless it is ready or under way; one that failed for good is tried anew. */
  want(version: Framework): void {
    if (!this.#started || this.#underWay.has(version) || version.describe().status === 'ready') return;
    const { clock, logger, onReady } = this.parts;
    const { id, version: name } = version.describe();
    let attempts = 0;
    const run = async () => {
      attempts += 1;
      try {
        await version.ensureReady();
        onReady();
        return 'done' as const;
      } catch (error) {
        logger.error(
          { err: error, framework: id, version: name, attempt: attempts },
          'framework could not be installed',
        );
        return attempts < ATTEMPTS_MAX ? ('again' as const) : ('done' as const);
      }
    };
    const work = { name: `provisioning of ${id} ${name}`, intervalMs: RETRY_INTERVAL_MS, run };
    const running = startRepeated(work, clock, logger);
    this.#underWay.set(version, running);
    void running.ended.then(() => this.#underWay.delete(version));
  }

  /** Begins nothing more. An installation under way takes minutes: nobody waits for it. */
  async close(): Promise<void> {
    this.#started = false;
    for (const { stop } of this.#underWay.values()) stop();
  }
}
