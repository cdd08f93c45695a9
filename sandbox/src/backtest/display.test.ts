import { expect, test } from '@jest/globals';
import { Display, describeError, errorOf } from './display.js';

function written(isTTY: boolean): { display: Display; text: () => string } {
  let text = '';
  const write = (more: string) => {
    text += more;
  };
  return { display: new Display({ isTTY, write }), text: () => text };
}

const running = (fraction: number) => ({
  id: 'bt_1',
  status: 'running',
  progress: { fraction, simulated_at: '2026-01-16T12:00:00.000Z' },
});

test('a terminal sees a bar, anything else a line for each tenth', () => {
  const terminal = written(true);
  terminal.display.show(running(0.5));
  expect(terminal.text()).toContain(`${'█'.repeat(15)}${'░'.repeat(15)} 50 %, 2026-01-16`);
  const file = written(false);
  for (const fraction of [0, 0.04, 0.12, 0.15, 0.3]) file.display.show(running(fraction));
  expect(file.text()).toBe('backtest bt_1 is running\n12 %, 2026-01-16\n30 %, 2026-01-16\n');
});

test('a refusal is told by its code, with the line or the field that is wrong', () => {
  const details = [{ line: 7, text: 'KeyError' }, { path: 'symbols.0', message: 'is no market' }, 'else'];
  const error = errorOf(JSON.stringify({ error: { code: 'strategy_invalid', message: 'It can not run.', details } }));
  expect(error && describeError(error)).toEqual([
    'strategy_invalid: It can not run.',
    '  line 7: KeyError',
    '  symbols.0: is no market',
  ]);
  expect(errorOf('<html>')).toBeUndefined();
});
