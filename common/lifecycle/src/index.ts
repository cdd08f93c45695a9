import { ConfigurationError } from '@platform/kit/config';
import type { Logger } from '@platform/observability/logging';
import { serveMetrics } from '@platform/observability/metrics';
import { startTracing } from '@platform/observability/tracing';
import closeWithGrace from 'close-with-grace';
import type { Closeable } from './closeable.js';
import { endMisconfigured, processSettings, readOrExit } from './prepare.js';

export type { Closeable } from './closeable.js';
export { httpCloseable } from './http.js';
export { prepareProcess } from './prepare.js';

const STOP_TIMEOUT_MS = 10_000;
/** A broken process ends at once: after its handler returns, the fault would only happen again. */
const FAULTS = ['SIGILL', 'SIGTRAP', 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGSEGV'] as const;

/**
 * Runs a process: starts it, serves its metrics, sends its traces, and on SIGTERM or SIGINT stops its parts in the order given (servers
 * first, stores last). A failed start, or an uncaught error, is logged and ends the process with 1; a `ConfigurationError` ends it with one
 * line.
 */
export async function runProcess(logger: Logger, start: () => Promise<readonly Closeable[]>): Promise<void> {
  let parts: readonly Closeable[] = [];
  closeWithGrace({ delay: STOP_TIMEOUT_MS, logger: false, skip: [...FAULTS] }, async ({ err, signal }) => {
    if (err) logger.fatal({ err }, 'uncaught error');
    else logger.info({ signal }, 'stopping');
    for (const part of parts) await part.close();
    logger.flush();
  });
  const { METRICS_HOST: host, METRICS_PORT: port, OTEL_EXPORTER_OTLP_ENDPOINT: receiver } = readOrExit(processSettings);
  try {
    const observation = [
      await serveMetrics({ host, port }),
      await startTracing(String(logger.bindings()['process']), receiver),
    ] as const;
    const [metrics] = observation;
    parts = observation;
    parts = [...(await start()), ...observation];
    logger.info({ metrics: metrics.url }, 'started');
  } catch (error) {
    if (error instanceof ConfigurationError) endMisconfigured(error);
    logger.fatal({ err: error }, 'start failed');
    logger.flush();
    process.exit(1);
  }
}
