import { createProgress, type Progress, type ProgressStream } from '@platform/kit/provisioning';
import { z } from 'zod';
import type { FinishedBacktest } from '../quickstart/result.js';

const BAR_CELLS = 30;

/** Shows how a backtest goes on. */
export class Display {
  #status = '';
  #waited: { readonly title: string; readonly progress: Progress } | undefined;

  constructor(private readonly screen: ProgressStream) {}

  /** Shows what is waited for, and for how long, until something else is shown. */
  waitFor(title: string, detail?: string): void {
    if (this.#waited?.title !== title) {
      this.clear();
      this.#waited = { title, progress: createProgress(this.screen, title) };
    }
    if (detail !== undefined) this.#waited.progress.report(detail);
  }

  /** Shows what has become of a backtest; `preparation` says what its framework still lacks. */
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

  /** Takes away what is shown, so that something else can be written. */
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
/** A documented error as the lines that people read. */
export function describeError({ code, message, details }: z.output<typeof envelope>['error']): string[] {
  const rows = Array.isArray(details) ? details.slice(0, 20) : [];
  return [`${code}: ${message}`, ...rows.flatMap(describeDetail)];
}

/** What the body of a refusal says; undefined where it is none of the platform's. */
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
