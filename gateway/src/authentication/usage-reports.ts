import type { Logger } from '@platform/observability/logging';
import type { GrantUsage } from './grant.js';
import type { Identity } from './identity.js';

/** Maximum number of reports per call to the identity service. */
const BATCH_MAX = 1_000;
/** Beyond this, while the identity service is down, the oldest counts are dropped. */
const WAITING_MAX = 50_000;

/** Usage of grants that are no longer held, on its way to the identity service. */
export class UsageReports {
  #waiting: GrantUsage[] = [];

  constructor(
    private readonly identity: Identity,
    private readonly logger: Logger,
  ) {}

  /** Puts a report in the queue. */
  add(usage: GrantUsage | undefined): void {
    if (usage === undefined) return;
    if (this.#waiting.length >= WAITING_MAX) this.#waiting.shift();
    this.#waiting.push(usage);
  }

  /** Sends the queued reports; those that can't be sent stay queued. */
  async flush(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, BATCH_MAX);
      try {
        await this.identity.reportUsage(batch);
      } catch (error) {
        this.#waiting.unshift(...batch);
        this.logger.warn({ err: error, waiting: this.#waiting.length }, 'usage not reported');
        return;
      }
    }
  }
}
