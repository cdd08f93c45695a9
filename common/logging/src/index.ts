import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger } from 'pino';

/** Fields that may carry a secret wherever they turn up, to the third level of a logged object. */
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

/** A JSON logger for one process; stamps are ISO 8601 UTC; secret-bearing fields print as `[redacted]`. */
export function createLogger(
  options: { process: string; level: string },
  destination: DestinationStream = pino.destination({ fd: 1, sync: false }),
): Logger {
  return pino(
    {
      level: options.level,
      base: { process: options.process },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: SECRET_PATHS, censor: '[redacted]' },
    },
    destination,
  );
}
