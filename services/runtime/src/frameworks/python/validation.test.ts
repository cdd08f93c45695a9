import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { systemClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import type { IsolatedProcess, ProcessEnd, Runner } from '../../runners/runner.js';
import { freqtrade } from '../freqtrade/definition.js';
import { defaultBacktestLimits } from '../index.js';
import { PythonFramework } from './framework.js';
import type { PythonImage } from './image.js';

const SOURCE = { code: 'class Probe(IStrategy): ...', configJson: '{}', symbols: ['BTC/USDC:USDC'] };
const ANSWER = JSON.stringify({
  kind: 'validated',
  strategy_findings: [],
  config_findings: [],
  request_problems: [],
  tables: [{ symbol: 'BTC/USDC:USDC', timeframe: '1h' }],
});

/** How a checker ends, or that it answers. */
type Fate = ProcessEnd | 'answers' | 'hangs';

function processOf(fate: Fate): IsolatedProcess {
  const [input, output, log] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const { promise: ended, resolve } = Promise.withResolvers<ProcessEnd>();
  const kill = () => {
    output.end();
    log.end();
    resolve({ kind: 'killed' });
  };
  if (fate === 'answers') output.write(`${ANSWER}\n`);
  else if (fate !== 'hangs') {
    output.end();
    resolve(fate);
  }
  return { input, output, log, ended, kill, processorMs: 0, memoryBytes: 0, setPaused: async () => {} };
}

/** A framework whose checkers end so, one after the other; later ones are workers that wait. */
function frameworkOf(...fates: Fate[]) {
  return frameworkWith(freqtrade.images[0], ...fates);
}

function frameworkWith(image: PythonImage, ...fates: Fate[]) {
  const left = [...fates];
  const runner: Runner = { isolates: true, start: () => processOf(left.shift() ?? 'hangs') };
  const python = { python: '/python', harness: '/harness', readOnlyPaths: [] };
  const framework = new PythonFramework({
    definition: freqtrade,
    image,
    isDefault: true,
    provision: async () => ({ python, runner, checker: runner, bubblewrap: null }),
    limits: defaultBacktestLimits,
    maximumWorkers: 2,
    idleTimeoutMs: 0,
    allowUnisolatedStrategies: false,
    clock: systemClock,
    logger: createLogger({ process: 'test', level: 'fatal' }),
  });
  return { framework, left };
}

const signalled = (signal: string): ProcessEnd => ({ kind: 'signalled', signal });
const refusal = (text: string) => ({
  kind: 'strategy_invalid',
  findings: [{ line: null, text: expect.stringContaining(text) }],
});

afterEach(() => void jest.restoreAllMocks());

describe('a checker of strategies', () => {
  test.each(['SIGKILL', '9', 'SIGTERM', '15'])(
    'that is ended by %s from outside is started once more',
    async (signal) => {
      const { framework, left } = frameworkOf(signalled(signal), 'answers');
      expect(await framework.validate(SOURCE)).toEqual({ kind: 'valid' });
      expect(left).toEqual([]);
      await framework.close();
    },
  );

  test('that is killed twice blames no strategy, and the same request is checked again', async () => {
    const { framework } = frameworkOf(signalled('9'), signalled('9'), 'answers');
    const failure = { code: 'service_unavailable', message: 'The strategy could not be checked.' };
    await Promise.all([
      expect(framework.validate(SOURCE)).rejects.toMatchObject(failure),
      expect(framework.tables(SOURCE)).rejects.toMatchObject(failure),
    ]);
    expect(await framework.validate(SOURCE)).toEqual({ kind: 'valid' });
    expect(await framework.tables(SOURCE)).toEqual([{ symbol: 'BTC/USDC:USDC', timeframe: '1h' }]);
    await framework.close();
  });

  test.each([
    ['its stack (SIGSEGV)', signalled('11'), 'nests too deeply'],
    ['its stack (SIGABRT)', signalled('SIGABRT'), 'nests too deeply'],
    ['its memory', { kind: 'limit_exceeded', limit: 'memory_limit_exceeded' } as const, 'too large'],
    ['its processor time', { kind: 'limit_exceeded', limit: 'time_limit_exceeded' } as const, 'takes too long'],
  ])('that exhausts %s refuses the file, and remembers it', async (_what, end, text) => {
    const { framework, left } = frameworkOf(end, 'answers');
    for (let request = 0; request < 2; request += 1) expect(await framework.validate(SOURCE)).toEqual(refusal(text));
    expect(left).toEqual(['answers']);
    await framework.close();
  });

  test('that the kernel kills once its processor time can be used up refuses the file', async () => {
    const { framework } = frameworkOf(signalled('9'));
    jest.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValueOnce(5_000);
    expect(await framework.validate(SOURCE)).toEqual(refusal('takes too long'));
    await framework.close();
  });

  test('that a loaded machine leaves without time blames no strategy', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    try {
      const { framework } = frameworkOf('hangs');
      const validating = expect(framework.validate(SOURCE)).rejects.toMatchObject({ code: 'service_unavailable' });
      await jest.advanceTimersByTimeAsync(8_000);
      await validating;
      await framework.close();
    } finally {
      jest.useRealTimers();
    }
  });
});

test('a version from before there were bots is refused for a deployment, and checks backtests', async () => {
  const { bot: _bot, ...modules } = freqtrade.images[0].modules;
  const { framework, left } = frameworkWith({ ...freqtrade.images[0], modules }, 'answers');
  expect(await framework.validate(SOURCE, 'paper')).toEqual({
    kind: 'invalid_request',
    problems: [{ path: 'image_digest', message: expect.stringContaining('from before there were deployments') }],
  });
  expect(left).toEqual(['answers']);
  expect(await framework.validate(SOURCE)).toEqual({ kind: 'valid' });
  await framework.close();
});

test('what was checked for a deployment is checked again for a backtest', async () => {
  // The third is a worker that a backtest would run on.
  const { framework, left } = frameworkOf('answers', 'answers', 'hangs');
  await framework.validate(SOURCE, 'paper');
  expect(left).toEqual(['answers', 'hangs']);
  await framework.validate(SOURCE);
  expect(left).toEqual([]);
  await framework.close();
});
