import { expect, test } from '@jest/globals';
import { similarMarkets } from './similar.js';

const NAMES = ['BTC', 'ETH', 'SOL', 'DOGE', 'kPEPE', '1000PEPE', 'OP', 'XRP', 'LTC', 'xyz:TSLA'];
const markets = NAMES.map((name) => ({ venue: 'v', symbol: `${name}!`, name }));

test.each([
  ['DOGECOIN', ['DOGE']],
  ['DOGECOIN/USDC:USDC', ['DOGE']],
  ['dogecoin-usd', ['DOGE']],
  ['DOGEUSDT', ['DOGE']],
  ['DOGR-PERP.LIGHTER', ['DOGE']],
  ['PEPE/USDC:USDC', ['1000PEPE', 'kPEPE']],
  ['BITCOIN', ['BTC']],
  ['ETHEREUM', ['ETH']],
  ['SOLANA_PERP', ['SOL']],
  ['TSLA/USDC:USDC', ['xyz:TSLA']],
  ['BTC/USDT', ['BTC']],
  ['NO/USDC:USDC', []],
  ['BTC'.padEnd(31, 'X'), []],
  ['!!!', []],
  ['', []],
])('%j is named nearly as %j', (symbol, names) => {
  expect(similarMarkets(symbol, markets).map((market) => market.symbol.slice(0, -1))).toEqual(names);
});

test('at most five are suggested, the nearest first', () => {
  const many = ['ABCDEFG', 'ABCDEF', 'ABCDE', 'ABCD', 'ABC', 'ABCDEFGH'].map((name) => ({
    ...{ venue: 'v', name },
    symbol: name,
  }));
  const told = similarMarkets('ABCDEFGHI', many).map(({ symbol }) => symbol);
  expect(told).toEqual(['ABCDEFGH', 'ABCDEFG', 'ABCDEF', 'ABCDE', 'ABCD']);
});
