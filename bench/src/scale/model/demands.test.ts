import { describe, expect, test } from '@jest/globals';
import { demandsOf, loadAtOne, ratesAt } from './demands.js';
import { measuredByHand as measured, stageOf, usageOf } from './measured.fixture.js';

describe('demands', () => {
  test('are what each kind takes alone, where that explains 1×', () => {
    const { perOperation, seenAlone } = demandsOf(measured);
    expect(perOperation.get('read account')?.['processor.edge']).toBeCloseTo(0.002);
    expect(perOperation.get('order')?.['processor.edge']).toBeCloseTo(0.02);
    expect(seenAlone['processor.edge']).toBeCloseTo(1);
  });

  test('are divided as they are alone, and are together what was measured at 1×', () => {
    const { perOperation, seenAlone } = demandsOf({ ...measured, single: stageOf(usageOf(100, 3 + 2), 1_000, 100) });
    expect(perOperation.get('read account')?.['processor.edge']).toBeCloseTo(0.001);
    expect(perOperation.get('order')?.['processor.edge']).toBeCloseTo(0.01);
    expect(seenAlone['processor.edge']).toBeCloseTo(2);
  });

  test('leave to standing work what no kind was seen to take', () => {
    const demands = demandsOf({ ...measured, alone: {} });
    expect(demands.standing['processor.edge']).toBeCloseTo(0.06);
    expect(loadAtOne('processor.edge', demands)).toBeCloseTo(0.06);
  });

  test('give the measured rate at 1×, and twice the load beside the same idle platform at 2×', () => {
    const demands = demandsOf(measured);
    expect(ratesAt(1, demands)['processor.edge']).toBeCloseTo(0.07);
    expect(ratesAt(2, demands)['processor.edge']).toBeCloseTo(0.13);
  });

  test('count as work left over from before what nobody took beyond bots and streams', () => {
    const demands = demandsOf({ ...measured, idle: usageOf(10, 5) });
    expect(demands.idle['processor.edge']).toBeCloseTo(0.03);
    expect(demands.standing['processor.edge']).toBeCloseTo(0);
    expect(ratesAt(1, demands)['processor.edge']).toBeCloseTo(0.07);
  });
});
