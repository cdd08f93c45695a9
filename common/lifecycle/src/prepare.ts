import { ConfigurationError, EXIT_CONFIGURATION, httpUrl, logLevel, port, readEnvironment } from '@platform/kit/config';
import { createLogger, type Logger } from '@platform/observability/logging';
import { z } from 'zod';

/** The settings that every process reads beside its own. @public read by the README's writer */
export const processSettings = {
  METRICS_PORT: port.default(0).describe('where Prometheus metrics are served; 0 picks a free port'),
  METRICS_HOST: z.string().default('127.0.0.1').describe('address that metrics are served on'),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl
    .optional()
    .describe('receiver of OpenTelemetry traces (OTLP over HTTP, below /v1/traces); unset: traces are off'),
};

/**
 * The first thing a process does: reads its settings from the environment, and makes a logger at the level of `LOG_LEVEL`.
 * An environment that cannot be used ends the process with `EXIT_CONFIGURATION` and one line that names the variable.
 */
export function prepareProcess<Shape extends z.ZodRawShape>(
  name: string,
  settings: Shape,
): { environment: z.output<z.ZodObject<Shape>>; logger: Logger } {
  const environment = readOrExit(settings);
  const { LOG_LEVEL: level } = readOrExit({ LOG_LEVEL: logLevel });
  return { environment, logger: createLogger({ process: name, level }) };
}

/** Returns the settings, or ends the process with one line that names the variable. */
export function readOrExit<Shape extends z.ZodRawShape>(settings: Shape): z.output<z.ZodObject<Shape>> {
  try {
    return readEnvironment(settings);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return endMisconfigured(error);
  }
}

/** Ends the process with one line that names what to change. */
export function endMisconfigured({ message }: ConfigurationError): never {
  process.stderr.write(`${message}\n`);
  process.exit(EXIT_CONFIGURATION);
}
