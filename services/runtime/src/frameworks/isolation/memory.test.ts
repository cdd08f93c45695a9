import { describe, expect, test } from '@jest/globals';
import { runOptions } from '../framework.fixture.js';
import { freqtradeForTests, strategyWith } from '../freqtrade/freqtrade.fixture.js';
import { defaultBacktestLimits } from '../index.js';

const MEMORY_BYTES = 1024 ** 3;

const process = { ...defaultBacktestLimits.process, memoryBytes: MEMORY_BYTES };
const freqtrade = freqtradeForTests({ ...defaultBacktestLimits, process });

/** Runs a strategy whose indicators hold memory as these lines say; `held` is what the process holds already, in bytes. */
function holding(...lines: string[]) {
  const code = strategyWith({
    imports: 'import numpy, resource, time',
    indicators: ['held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024', ...lines].join('\n'),
  });
  return freqtrade.framework.run(freqtrade.market.job(code), runOptions());
}

describe('a run that holds', () => {
  test('just less memory than it may finishes', async () => {
    const lines = [`self.x = numpy.ones(max(0, int(${MEMORY_BYTES} * 0.95) - held) // 8)`, 'time.sleep(1)'];
    expect((await holding(...lines)).kind).toBe('finished');
  });

  test('more memory than it may ends, saying how much', async () => {
    const outcome = await holding(`self.x = numpy.ones(${MEMORY_BYTES} // 8)`, 'time.sleep(30)');
    expect(outcome).toMatchObject({ kind: 'error', code: 'memory_limit_exceeded' });
    const used = /^the run held ([\d.]+) GiB of memory and may hold 1 GiB$/.exec(
      'message' in outcome ? outcome.message : '',
    );
    expect(Number(used?.[1])).toBeGreaterThan(1);
    expect(Number(used?.[1])).toBeLessThan(2);
  });

  test('more than it may little by little ends just above', async () => {
    const lines = ['parts = []', 'while True:', '    parts.append(numpy.ones(2 ** 20))', '    time.sleep(0.005)'];
    expect(await holding(...lines)).toMatchObject({
      code: 'memory_limit_exceeded',
      message: 'the run held 1.1 GiB of memory and may hold 1 GiB',
    });
  });

  test('address space without touching it finishes', async () => {
    expect((await holding(`self.x = numpy.empty(4 * ${MEMORY_BYTES} // 8)`)).kind).toBe('finished');
  });

  test('nothing because no machine has as much ends at its line', async () => {
    expect(await holding('numpy.empty(1 << 50)')).toMatchObject({
      code: 'memory_limit_exceeded',
      message: expect.stringMatching(
        /^the run asked for more memory than there is; it may hold 1 GiB \(MemoryError: Unable/,
      ),
      findings: [{ line: 13 }],
    });
  });
});
