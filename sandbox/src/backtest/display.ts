import { createProgress, type Progress, type ProgressStream } from '@platform/kit/provisioning';
import { z } from 'zod';
import type { FinishedBacktest } from '../quickstart/result.js';

const BAR_CELLS = 30;

/** Shows the progress of a backtest. */
export class Display {
  #status = '';
  #waited: { readonly title: string; readonly progress: Progress } | undefined;

  constructor(private readonly screen: ProgressStream) {}

  /** Shows what the command waits for, and for how long, until something else is shown. */
  waitFor(title: string, detail?: string): void {
    if (this.#waited?.title !== title) {
      this.clear();
      this.#waited = { title, progress: createProgress(this.screen, title) };
    }
    if (detail !== undefined) this.#waited.progress.report(detail);
  }

  /** Shows the state of a backtest; `preparation` is what its framework still lacks. */
  show(backtest: Pick<FinishedBacktest, 'id' | 'status' | 'progress'>, preparation?: string): void {
    const { id, status, progress } = backtest;
    if (status !== this.#status) {
      this.clear();
      this.screen.write(`backtest ${id} is ${status}\n`);
    }
    this.#status = status;
    if (status === 'queued') this.waitFor('queued', preparation);
    else if (status === 'running') this.waitFor('running', progress && this.#barOf(progress));
  }

  /** Removes the display, so that something else can be written. */
  clear(): void {
    this.#waited?.progress.finish();
    this.#waited = undefined;
  }

  #barOf({ fraction, simulated_at: simulatedAt }: NonNullable<FinishedBacktest['progress']>): string {
    const full = Math.floor(fraction * BAR_CELLS);
    const bar = this.screen.isTTY ? `${'█'.repeat(full)}${'░'.repeat(BAR_CELLS - full)} ` : '';
    return `${bar}${Math.floor(fraction * 100)} %, ${simulatedAt.slice(0, 10)}`;
  }
}

const envelope = z.object({
  error: z.object({ code: z.string(), message: z.string(), details: z.unknown().optional() }),
});
const place = z.object({ line: z.number().nullable(), text: z.string() });
const field = z.object({ path: z.string(), message: z.string() });
/** Returns a documented error as lines for people. */
export function describeError({ code, message, details }: z.output<typeof envelope>['error']): string[] {
  const rows = Array.isArray(details) ? details.slice(0, 20) : [];
  return [`${code}: ${message}`, ...rows.flatMap(describeDetail)];
}

/** Returns the error in the body of a refusal; undefined where it is not the platform's. */
export function errorOf(body: string): z.output<typeof envelope>['error'] | undefined {
  try {
    return envelope.parse(JSON.parse(body)).error;
  } catch {
    return undefined;
  }
}

function describeDetail(detail: unknown): string[] {
  const found = place.safeParse(detail);
  if (found.success) return [`  ${found.data.line === null ? '' : `line ${found.data.line}: `}${found.data.text}`];
  const wrong = field.safeParse(detail);
  return wrong.success ? [`  ${wrong.data.path}: ${wrong.data.message}`] : [];
}
