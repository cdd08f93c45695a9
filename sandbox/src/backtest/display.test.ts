import { expect, test } from '@jest/globals';
import { Display } from './display.js';

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

test('a terminal sees a bar, anything else a line now and then', () => {
  const terminal = written(true);
  terminal.display.show(running(0.5));
  terminal.display.clear();
  expect(terminal.text()).toContain(`… running: ${'█'.repeat(15)}${'░'.repeat(15)} 50 %, 2026-01-16`);
  const file = written(false);
  for (const fraction of [0, 0.04, 0.12, 0.15, 0.3]) file.display.show(running(fraction));
  file.display.show({ id: 'bt_1', status: 'finished' });
  expect(file.text()).toBe(
    'backtest bt_1 is running\n… running: 0 %, 2026-01-16\n… running: 30 %, 2026-01-16\nbacktest bt_1 is finished\n',
  );
});

test('a backtest whose framework is still installed says so', () => {
  const { display, text } = written(false);
  display.show({ id: 'bt_1', status: 'queued' }, 'freqtrade 2026.9 is being prepared, once');
  display.clear();
  expect(text()).toBe('backtest bt_1 is queued\n… queued: freqtrade 2026.9 is being prepared, once\n');
});
