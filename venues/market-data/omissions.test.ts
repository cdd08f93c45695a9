import { beforeEach, expect, test } from '@jest/globals';
import { createLogger } from '@platform/observability/logging';
import { Omissions, withoutNamesakes } from './omissions.js';
import { type Instrument, VenueUnreadableError } from './venue.js';

const logged: string[] = [];
let omissions: Omissions;

beforeEach(() => {
  logged.length = 0;
  const write = (line: string) => void logged.push(line);
  omissions = new Omissions(createLogger({ process: 'test', level: 'info' }, { write }));
});

test('malformed markets are counted, and logged when they change alone', () => {
  for (let reading = 0; reading < 3; reading += 1)
    expect(omissions.listedOf('lighter', { listed: [1, 2], omitted: ['at market_id: is none'] })).toEqual([1, 2]);
  expect(omissions.counts()).toEqual({ lighter: 1 });
  expect(logged).toHaveLength(1);
  omissions.listedOf('lighter', { listed: [1, 2, 3], omitted: [] });
  expect([omissions.counts(), logged.length]).toEqual([{ lighter: 0 }, 2]);
});

test('a listing of which most is malformed is the error of the venue', () => {
  expect(() => omissions.listedOf('lighter', { listed: [1], omitted: ['a', 'b'] })).toThrow(VenueUnreadableError);
  expect(omissions.listedOf('lighter', { listed: [], omitted: [] })).toEqual([]);
});

test('of markets that can not be told apart the first stays, and a closed one only where all are', () => {
  const market = (symbol: string, coin: string, status: Instrument['status'] = 'active'): Instrument => ({
    ...{ venue: 'v', symbol, coin, name: symbol, kind: 'perpetual', status, frameworkSymbols: {}, sizeDecimals: 1 },
    ...{
      maxLeverage: 1,
      markPrice: '1',
      tickSize: '1',
      minOrderUsd: '1',
      builderDex: undefined,
      prediction: undefined,
    },
  });
  const [old, relisted] = [market('A', '1', 'closed'), market('A', '2')];
  const [first, second] = [market('B', '3'), market('B', '4', 'halted')];
  const [one, other] = [market('C', '5'), market('D', '5')];
  expect(withoutNamesakes({ listed: [old, relisted, first, second, one, other], omitted: ['odd'] })).toEqual({
    listed: [relisted, first, one],
    omitted: ['odd', 'A is listed twice', 'B is listed twice', 'D is listed twice'],
  });
  expect(withoutNamesakes({ listed: [old], omitted: [] }).listed).toEqual([old]);
});
