import type { ReleaseCommand } from './options.js';
import { textTable } from './text-table.js';
import {
  listReleases,
  publishMarkets,
  type ReleaseParts,
  sweepMarkets,
  verifyMarkets,
  withdrawMarket,
} from './verbs/releases.js';

type Say = (text: string) => void;

/** Runs one command on releases; returns the exit code. */
export async function runOnReleases(command: ReleaseCommand, parts: ReleaseParts, say: Say): Promise<number> {
  switch (command.verb) {
    case 'publish':
      return publish(command.filter, parts, say);
    case 'verify':
      return verify(command.filter, parts, say);
    case 'releases': {
      const lines = await listReleases(command.filter, parts);
      const rows = lines.map(({ market, release, createdAt, state, rows: count }) => [
        ...[market.venue, market.market, release, createdAt, state],
        String(count),
      ]);
      say(textTable(['venue', 'market', 'release', 'created', 'state', 'rows'], rows));
      return 0;
    }
    case 'withdraw':
      say(`${await withdrawMarket(command, parts)} is withdrawn; publish it again with the verb publish\n`);
      return 0;
    case 'sweep':
      return sweep({ ...command.filter, days: command.days }, parts, say);
  }
}

async function publish(filter: Parameters<typeof publishMarkets>[0], parts: ReleaseParts, say: Say): Promise<number> {
  const outcomes = await publishMarkets(filter, parts);
  const rows = outcomes.map(({ market, published, problems }) => [
    ...[market.venue, market.market, published?.manifest.release ?? ''],
    published === undefined ? `refused: ${problems.join('; ')}` : published.isNew ? 'published' : 'unchanged',
  ]);
  say(textTable(['venue', 'market', 'release', 'outcome'], rows));
  const refused = outcomes.filter(({ published }) => published === undefined).length;
  say(`${outcomes.length - refused} of ${outcomes.length} markets have their latest release; ${refused} refused\n`);
  return refused === 0 && outcomes.length > 0 ? 0 : 1;
}

async function verify(filter: Parameters<typeof verifyMarkets>[0], parts: ReleaseParts, say: Say): Promise<number> {
  const results = await verifyMarkets(filter, parts);
  for (const { venue, market, verified } of results) {
    const { release = 'nothing published', objects, rows, problems } = verified;
    say(`${[`${venue}  ${market}  ${release}  ${objects} objects  ${rows} rows`, ...problems].join('\n  ')}\n`);
  }
  const problems = results.reduce((sum, { verified }) => sum + verified.problems.length, 0);
  say(`${results.length} markets, ${problems} problems\n`);
  return problems === 0 ? 0 : 1;
}

async function sweep(filter: Parameters<typeof sweepMarkets>[0], parts: ReleaseParts, say: Say): Promise<number> {
  const outcomes = await sweepMarkets(filter, parts);
  const refused = outcomes.filter(({ problems }) => problems.length > 0);
  for (const { market, problems } of refused)
    say(`${[`${market.venue}  ${market.market}  refused:`, ...problems].join('\n  ')}\n`);
  const swept = outcomes.flatMap((outcome) => outcome.swept ?? []);
  const releases = swept.reduce((sum, each) => sum + each.releases, 0);
  const objects = swept.reduce((sum, each) => sum + each.objects, 0);
  say(`${releases} releases and ${objects} objects removed; ${refused.length} of ${outcomes.length} markets refused\n`);
  return refused.length === 0 ? 0 : 1;
}
