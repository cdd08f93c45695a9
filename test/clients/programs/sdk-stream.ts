/** Follows a deployment over a network that breaks each stream, until it has its last name; prints what came. */
import { TradingPlatform } from 'trading-platform-sdk';
import { given, print } from './given.js';

const platform = new TradingPlatform({ baseUrl: given('BASE_URL'), apiKey: given('API_KEY') });
const sequences: string[] = [];
const kinds: string[] = [];
const problems: string[] = [];
let name: string | undefined;
const options = { id: given('ID'), select: 'name', signal: AbortSignal.timeout(120_000) };
for await (const event of platform.follow<{ name: string }>('deployment', options)) {
  sequences.push(event.sequence);
  kinds.push(event.kind);
  problems.push(...event.problems);
  name = event.record?.name ?? name;
  if (name === given('LAST')) break;
}
print({ sequences, kinds, problems, name });
