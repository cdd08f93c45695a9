/** Makes many calls, eight at a time, over a network that loses requests and answers; prints what came of them. */
import { NoAnswerError, RefusedError, TradingPlatform } from 'trading-platform-sdk';
import { given, print } from './given.js';

interface Given {
  readonly calls: number;
  readonly setups: readonly string[];
  readonly withdrawals: readonly { readonly key: string; readonly body: { readonly amount_usd: string } }[];
  readonly orders: readonly Readonly<Record<string, unknown>>[];
}

const AT_ONCE = 8;
const { calls, setups, withdrawals, orders }: Given = JSON.parse(given('WORK'));
const platform = new TradingPlatform({ baseUrl: given('BASE_URL'), apiKey: given('API_KEY') });
const failures: string[] = [];
const executions: string[] = [];

/** A call that stays without an answer is made again under its key, as a program that was stopped would. */
async function done<Answer>(
  call: (key: string) => Promise<Answer>,
  key = platform.newKey(),
): Promise<Answer | undefined> {
  try {
    return await call(key);
  } catch (error) {
    if (error instanceof NoAnswerError && error.idempotencyKey === key) return done(call, key);
    failures.push(error instanceof RefusedError ? error.code : String(error));
    return undefined;
  }
}

for (const amount_usd of setups) {
  const setup = await done((key) =>
    platform.setUpVenue({
      path: { venue: 'hyperliquid' },
      body: { amount_usd },
      headers: { 'Idempotency-Key': key },
    }),
  );
  if (setup !== undefined) await platform.wait.venueSetup('hyperliquid', setup.id);
}
const paid: string[] = [];
for (const { key, body } of withdrawals) {
  const withdrawal = await done(
    (same) => platform.createWithdrawal({ headers: { 'Idempotency-Key': same }, body }),
    key,
  );
  if (withdrawal !== undefined) paid.push((await platform.wait.withdrawal(withdrawal.id)).status);
}

const reads = [
  () => platform.listExecutions({ query: { limit: 5 } }),
  () => platform.listMarkets({ query: { venue: 'hyperliquid', limit: 3 } }),
  () => platform.getAccount(),
  () => platform.listWithdrawals(),
];
const left = Array.from({ length: calls }, (_, index) => index);
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let index = left.shift(); index !== undefined; index = left.shift()) {
      const action = index % 5 < 2 ? orders[Math.floor(index / 5) * 2 + (index % 5)] : undefined;
      const read = reads[index % reads.length];
      if (action === undefined) await done(async () => read?.());
      else {
        // The SDK makes this key.
        const made = await platform.submitExecution({ body: { venue: 'hyperliquid', action } }).catch(async (error) => {
          if (!(error instanceof NoAnswerError)) return void failures.push(String(error));
          const headers = { 'Idempotency-Key': error.idempotencyKey ?? '' };
          return done(() => platform.submitExecution({ headers, body: { venue: 'hyperliquid', action } }));
        });
        if (made !== undefined) executions.push(made.id);
      }
    }
  }),
);
print({ failures, paid, executions });
