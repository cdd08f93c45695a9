import { EventEmitter } from 'node:events';
import { type DestinationStream, type Logger, pino } from 'pino';
import { onLinesLost, openLogOutput } from './output.js';

export type { Logger } from 'pino';

/** Fields that may carry a secret, wherever they appear down to the third level of a logged object. */
const SECRET_FIELDS = [
  'authorization',
  'x-api-key',
  'apiKey',
  'api_key',
  'otp',
  'password',
  'privateKey',
  'private_key',
  'secret',
  'signature',
  'token',
];

const SECRET_PATHS = SECRET_FIELDS.flatMap((field) => ['', '*.', '*.*.'].map((prefix) => `${prefix}["${field}"]`));

const STANDARD_OUTPUT = 1;

/**
 * Returns a JSON logger for one process; timestamps are ISO 8601 UTC; secret-bearing fields print as `[redacted]`. While nothing can be
 * written, on a full disk for example, lines wait in memory within a bound, and the first line afterwards reports how many were lost.
 */
export function createLogger(
  options: { process: string; level: string },
  destination: DestinationStream = openLogOutput(STANDARD_OUTPUT),
): Logger {
  const logger = pino(
    {
      level: options.level,
      base: { process: options.process },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: SECRET_PATHS, censor: '[redacted]' },
    },
    destination,
  );
  if (destination instanceof EventEmitter)
    onLinesLost(destination, (lines) => logger.warn({ lines }, 'log lines were lost'));
  return logger;
}
