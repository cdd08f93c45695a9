import { expect, test } from '@jest/globals';
import { BTC, barType, configOf, ETH, nautilusForTests, strategyWith } from './nautilus.fixture.js';

const nautilus = nautilusForTests();

test('validation finds what stands below a package without a file of its own', async () => {
  const validated = (line: string) =>
    nautilus().framework.validate({
      code: `${line}\n${strategyWith('pass')}`,
      configJson: JSON.stringify(configOf(barType(BTC))),
      symbols: [BTC],
    });
  expect(await validated('from nautilus_trader.core.rust.common import LogColor')).toEqual({ kind: 'valid' });
  expect(await validated('from nautilus_trader.core.rust.absent import LogColor')).toMatchObject({
    kind: 'strategy_invalid',
    findings: [{ line: 1, text: expect.stringContaining("'nautilus_trader.core.rust.absent' is not available") }],
  });
});

test("validation judges values of nautilus's own types by nautilus's decoder", async () => {
  const code = strategyWith('pass').replace(
    'class ProbeConfig(StrategyConfig, frozen=True):',
    'from nautilus_trader.model.objects import Price\n$&\n    at: Price | None = None',
  );
  const validated = (at: unknown) =>
    nautilus().framework.validate({
      code,
      configJson: JSON.stringify({ ...configOf(barType(BTC)), at }),
      symbols: [BTC],
    });
  expect(await validated('1.05')).toEqual({ kind: 'valid' });
  expect(await validated('many')).toEqual({
    kind: 'config_invalid',
    findings: [{ line: null, text: 'config.at: Expected a number in a text, got "many"' }],
  });
});

test('validation names what is wrong with a config and a request, and which tables a run reads', async () => {
  const source = { code: strategyWith('pass'), symbols: [BTC, ETH] };
  const validate = (config: object) => nautilus().framework.validate({ ...source, configJson: JSON.stringify(config) });
  expect(await validate({ bar_types: [barType(BTC)], fast: 3 })).toMatchObject({ kind: 'config_invalid' });
  expect(await validate({ bar_types: [barType(BTC)], size: 'many' })).toEqual({
    kind: 'config_invalid',
    findings: [{ line: null, text: 'config.size: Invalid decimal string' }],
  });
  expect(await validate({ bar_types: [barType(BTC)], instrument_ids: [BTC] })).toMatchObject({
    kind: 'invalid_request',
    problems: [{ path: 'config.instrument_ids' }],
  });
  expect(await validate({ bar_types: [barType(BTC)], instrument_ids: [ETH, BTC] })).toEqual({ kind: 'valid' });
  const configJson = JSON.stringify({ bar_types: [barType(BTC)], instrument_ids: [ETH, BTC] });
  expect(await nautilus().framework.tables({ ...source, configJson })).toEqual([
    {
      symbol: BTC,
      timeframe: '1h',
      hint: `They can be made of bars of a minute: ${BTC}-1-HOUR-LAST-INTERNAL@1-MINUTE-EXTERNAL.`,
    },
    { symbol: ETH, timeframe: '1m' },
  ]);
});
