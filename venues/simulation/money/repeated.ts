import type { Clock } from '@platform/kit/clock';
import type { Logger } from '@platform/observability/logging';

/** Work that is repeated until it is closed. */
export class Repeated {
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;

  /** Starts at once. A failure is logged with `warning` and the work goes on after the pause. */
  constructor(
    private readonly work: () => Promise<void>,
    private readonly options: {
      readonly pauseMs: number;
      readonly warning: string;
      readonly clock: Clock;
      readonly logger: Logger;
    },
  ) {
    this.#running = this.#run();
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    const { pauseMs, warning, clock, logger } = this.options;
    let failure: string | undefined;
    while (!signal.aborted) {
      try {
        await this.work();
        failure = undefined;
      } catch (error) {
        // Logged once per new reason: while a chain restarts the same one occurs twice per second.
        const reason = error instanceof Error ? error.message : String(error);
        if (reason !== failure) logger.warn({ err: error }, warning);
        failure = reason;
      }
      // Aborted: the loop ends by its condition.
      await clock.sleep(pauseMs, signal).catch(() => undefined);
    }
  }
}
