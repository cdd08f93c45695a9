import type { Clock } from '@platform/kit/clock';
import { UsageError } from '@platform/kit/operator';
import type { Connection } from '@platform/store/mongo';
import { namesOfKeys } from '../credentials/api-keys.js';
import { LegacyUsage } from '../usage/legacy-usage.js';

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Returns the start of a UTC day; undefined means the beginning of time. Throws `UsageError` for what is no date. */
export function startOfDay(date: string | undefined): Date {
  if (date === undefined) return new Date(0);
  const start = new Date(`${date}T00:00:00.000Z`);
  // Dates that no month has, as the 31st of June, are read as days of the next one.
  if (!DATE.test(date) || Number.isNaN(start.getTime()) || !start.toISOString().startsWith(date))
    throw new UsageError(`${date} is no date: write a day as 2026-11-28`);
  return start;
}

/** Prints who has used which operation of the older surface at `since` or later: a line each, and how many there are. */
export async function listLegacyUsage(
  connection: Connection,
  clock: Clock,
  since: Date,
  print: (line: string) => void,
): Promise<void> {
  const uses = await new LegacyUsage(connection, clock).usedSince(since);
  const names = await namesOfKeys(
    connection,
    uses.map(({ credentialId }) => credentialId),
  );
  for (const { accountId, credentialId, operation, requests, lastUsedAt } of uses) {
    const name = names.get(credentialId);
    const who = name === undefined ? `session ${credentialId}` : `key ${credentialId} ${JSON.stringify(name)}`;
    print(`${accountId}: ${who}: ${operation}, ${requests} requests, last used ${lastUsedAt.toISOString()}`);
  }
  print(`${uses.length} uses`);
}
