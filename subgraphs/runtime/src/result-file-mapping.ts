import type { BacktestResultFile as FileMessage } from '@platform/protos/runtime';
import { toTables, toVersion, withLaterTables } from './mapping.js';
import type { BacktestResultFile } from './schema/result-file.js';

/** Returns a file in its GraphQL form; its tables are fetched when a query selects one, once for all of them. */
export function toResultFile(
  message: FileMessage | null,
  loadWhole: () => Promise<FileMessage | null>,
): Omit<BacktestResultFile, 'page'> {
  const { framework, range, result, ...same } = completed(message);
  let whole: Promise<ReturnType<typeof wholeResult>> | undefined;
  const load = () => {
    whole ??= loadWhole().then(wholeResult);
    return whole;
  };
  return { ...same, framework: toVersion(framework), range, result: withLaterTables(result, load) };
}

function wholeResult(message: FileMessage | null) {
  const { result } = completed(message);
  return { ...result, ...toTables(result) };
}

/** Throws where the service left out a part that every file has. */
function completed(message: FileMessage | null) {
  if (message === null) throw new Error('the runtime service answered no result file');
  const { framework, range, result, ...same } = message;
  if (framework === null || range === null || result === null)
    throw new Error('the runtime service answered half a result file');
  return { ...same, framework, range, result };
}
