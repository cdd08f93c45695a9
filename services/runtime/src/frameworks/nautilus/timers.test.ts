import { expect, test } from '@jest/globals';
import { BTC, barType, configOf, finished, nautilusForTests, path, strategyWith } from './nautilus.fixture.js';

const nautilus = nautilusForTests();
const tables = [{ symbol: BTC, timeframe: '1h', candles: path(100, 101, 102, 103) }] as const;

const runOf = (onBar: string) =>
  nautilus().run({ code: strategyWith(onBar), config: configOf(barType(BTC)), tables, hours: 4 });

/** Sets so many timers at each bar. */
function settingTimers(each: number, after = 'pass'): string {
  return `
from datetime import timedelta
for number in range(${each}):
    self.clock.set_timer(f"{self.count}-{number}", timedelta(minutes=30), callback=lambda event: None)
${after}`;
}

test.each([
  ['timers', 'self.clock.set_timer(f"{number}", timedelta(hours=9), callback=print)'],
  ['alerts', 'self.clock.set_time_alert(f"{number}", self.clock.utc_now() + timedelta(hours=9), callback=print)'],
])('200,000 %s at once are refused at the first one too many, naming the bound and the line', async (_what, setOne) => {
  const { outcome } = await runOf(`
from datetime import timedelta
for number in range(200_000):
    ${setOne}`);
  expect(outcome).toMatchObject({
    kind: 'error',
    code: 'strategy_failed',
    message: expect.stringContaining('has 1000 timers and alerts, the most that it may have at once'),
    findings: [{ line: expect.any(Number) }],
  });
});

test('as many timers as the bound, cancelled and set again, run to the end', async () => {
  const run = await runOf(settingTimers(1_000, 'self.clock.cancel_timers()'));
  expect(finished(run).trades).toBe(0);
});

test('timers and alerts still ring at their times', async () => {
  const { lines } = await runOf(`
from datetime import timedelta
if self.count == 1:
    self.clock.set_timer("half", timedelta(minutes=30), callback=lambda event: self.log.info(f"RANG {event.name}"))
    self.clock.set_time_alert("once", self.clock.utc_now() + timedelta(minutes=45), callback=lambda event: self.log.info("RANG once"))`);
  const rings = lines.flatMap((line) => /RANG (\w+)/.exec(line)?.[1] ?? []);
  expect(rings).toEqual(['half', 'once', 'half', 'half', 'half', 'half', 'half']);
});
