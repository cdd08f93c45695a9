import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { candleSnapshot, fundingHistory } from './index.js';

/** Recorded answers of the real venue, read where the recordings lie beside the repository. */
const FIXTURES = new URL('../../../../shared/data/fixtures/', import.meta.url);
const CASSETTES = new URL('hyperliquid-python-sdk/tests/cassettes/info_test/', FIXTURES);

/** The longest answer of a cassette, whose YAML folds JSON into single-quoted lines. */
function answerOf(cassette: string): unknown {
  const text = readFileSync(new URL(cassette, CASSETTES), 'utf8');
  const answers = [...text.matchAll(/^ {6}string: '([\s\S]*?)'\n/gm)].map(([, answer = '']) => answer);
  return JSON.parse((answers.at(-1) ?? '').replaceAll(/\n\s*/g, ' '));
}

(existsSync(FIXTURES) ? describe : describe.skip)('answers recorded from the real venue', () => {
  test('candles are taken', () => {
    const { rows: candles, malformed } = candleSnapshot('kPEPE', '1h', 3_600_000).parse(
      answerOf('test_get_candles_snapshot.yaml'),
    );
    expect(malformed).toEqual([]);
    expect(candles.length).toBeGreaterThan(20);
    expect(candles[0]).toEqual({
      openMs: 1_684_699_200_000,
      open: 0.001601,
      high: 0.001616,
      low: 0.001601,
      close: 0.001604,
      volume: 520_665_683,
    });
  });

  test('funding is taken, each payment at its hour', () => {
    const { rows, malformed } = fundingHistory('BTC').parse(answerOf('test_get_funding_history[None].yaml'));
    expect(malformed).toEqual([]);
    expect(rows.length).toBeGreaterThan(100);
    expect(rows.every(({ hourMs }) => hourMs % 3_600_000 === 0)).toBe(true);
  });
});
