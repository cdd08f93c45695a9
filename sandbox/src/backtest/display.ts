import { z } from 'zod';
import type { FinishedBacktest } from '../quickstart/result.js';

const BAR_CELLS = 30;
const LINE_STEP = 0.1;
const CLEAR_LINE = '\r\u001b[K';

/** Where progress is shown. */
export interface Screen {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Shows how a backtest goes on: by a bar on a terminal, by a line now and then anywhere else. */
export class Display {
  #status = '';
  #said = 0;

  constructor(private readonly screen: Screen) {}

  /** Shows what has changed since the last time. */
  show({ id, status, progress }: Pick<FinishedBacktest, 'id' | 'status' | 'progress'>): void {
    if (status !== this.#status) {
      this.clear();
      this.screen.write(`backtest ${id} is ${status}\n`);
      this.#said = 0;
    }
    this.#status = status;
    if (progress === undefined) return;
    const { fraction, simulated_at: simulatedAt } = progress;
    const state = `${Math.floor(fraction * 100)} %, ${simulatedAt.slice(0, 10)}`;
    if (this.screen.isTTY) {
      const full = Math.floor(fraction * BAR_CELLS);
      this.screen.write(`${CLEAR_LINE}${'█'.repeat(full)}${'░'.repeat(BAR_CELLS - full)} ${state}`);
    } else if (fraction >= this.#said + LINE_STEP) {
      this.screen.write(`${state}\n`);
      this.#said = fraction;
    }
  }

  /** Takes the bar away, so that something else can be written. */
  clear(): void {
    if (this.screen.isTTY) this.screen.write(CLEAR_LINE);
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
