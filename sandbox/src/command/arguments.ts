import { readFile } from 'node:fs/promises';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { typedPath } from '@platform/kit/config';

/** An error that the user of a command can fix: printed without a stack. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Returns the options and the one strategy file that a command was given. Throws `UsageError` with the usage. */
export function parseArguments<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
  usage: string,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(`${messageOf(error)}\n${usage}`);
  }
}

/** Returns the text of a file that the user has named. Throws `UsageError`. */
export async function readText(path: string): Promise<string> {
  return readFile(typedPath(path), 'utf8').catch((error: unknown) => {
    throw new UsageError(messageOf(error));
  });
}

/** Returns the JSON in a file that the user has named. Throws `UsageError`. */
export async function readJson(path: string): Promise<unknown> {
  const text = await readText(path);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${path}: ${messageOf(error)}`);
  }
}

/** Returns the framework that writes markets in this way: a pair of freqtrade has a slash, an instrument of nautilus has none. */
export function frameworkOf(symbols: readonly string[]): 'freqtrade' | 'nautilus' {
  return symbols.some((symbol) => symbol.includes('/')) ? 'freqtrade' : 'nautilus';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
