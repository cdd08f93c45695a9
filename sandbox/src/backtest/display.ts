import { Waiting } from '../command/waiting.js';
import type { FinishedBacktest } from '../quickstart/result.js';

const BAR_CELLS = 30;

/** Shows the progress of a backtest. */
export class Display extends Waiting {
  #status = '';

  /** Shows the state of a backtest; `preparation` is what its framework still lacks. */
  show(backtest: Pick<FinishedBacktest, 'id' | 'status' | 'progress'>, preparation?: string): void {
    const { id, status, progress } = backtest;
    if (status !== this.#status) this.say(`backtest ${id} is ${status}`);
    this.#status = status;
    if (status === 'queued') this.waitFor('queued', preparation);
    else if (status === 'running') this.waitFor('running', progress && this.#barOf(progress));
  }

  #barOf({ fraction, simulated_at: simulatedAt }: NonNullable<FinishedBacktest['progress']>): string {
    const full = Math.floor(fraction * BAR_CELLS);
    const bar = this.screen.isTTY ? `${'█'.repeat(full)}${'░'.repeat(BAR_CELLS - full)} ` : '';
    return `${bar}${Math.floor(fraction * 100)} %, ${simulatedAt.slice(0, 10)}`;
  }
}
