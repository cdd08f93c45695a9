import { expect, test } from '@jest/globals';
import { ProgressMeter } from './progress.js';

const window = { fromMs: 1_000, toMs: 2_000 };

test('progress is told once, the latest of what came', () => {
  const meter = new ProgressMeter(window);
  expect(meter.take()).toBeUndefined();
  meter.add({ fraction: 0.1, simulatedMs: 1_100 });
  meter.add({ fraction: 0.2, simulatedMs: 1_200 });
  expect(meter.take()).toEqual({ fraction: 0.2, simulatedMs: 1_200 });
  expect(meter.take()).toBeUndefined();
});

test('progress never goes back, and stays within the window', () => {
  const meter = new ProgressMeter(window);
  meter.add({ fraction: 0.5, simulatedMs: 9_999 });
  expect(meter.take()).toEqual({ fraction: 0.5, simulatedMs: 2_000 });
  meter.add({ fraction: 0.4, simulatedMs: 0 });
  expect(meter.take()).toBeUndefined();
  meter.add({ fraction: 1, simulatedMs: 1_500 });
  expect(meter.take()).toEqual({ fraction: 1, simulatedMs: 2_000 });
  const first = new ProgressMeter(window);
  first.add({ fraction: 0, simulatedMs: 0 });
  expect(first.take()).toEqual({ fraction: 0, simulatedMs: 1_000 });
});
