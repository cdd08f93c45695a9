import { ConfigurationError, logLevel, readEnvironment } from '@platform/config';
import { createLogger, type Logger } from '@platform/logging';
import type { z } from 'zod';

/**
 * The first thing a process does: reads its settings from the environment, and makes a logger at the level of `LOG_LEVEL`.
 * An environment that cannot be used ends the process with 1 and one line that names the variable.
 */
export function prepareProcess<Shape extends z.ZodRawShape>(
  name: string,
  settings: Shape,
): { environment: z.output<z.ZodObject<Shape>>; logger: Logger } {
  const environment = readOrExit(settings);
  const { LOG_LEVEL: level } = readOrExit({ LOG_LEVEL: logLevel });
  return { environment, logger: createLogger({ process: name, level }) };
}

function readOrExit<Shape extends z.ZodRawShape>(settings: Shape): z.output<z.ZodObject<Shape>> {
  try {
    return readEnvironment(settings);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
