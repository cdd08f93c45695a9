import type { CDPSession } from 'playwright-core';
import { z } from 'zod';

const MICROSECONDS_A_MILLISECOND = 1_000;
const CATEGORIES = [
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'disabled-by-default-devtools.timeline.frame',
  'toplevel',
  '__metadata',
];
const MAIN_THREAD = 'CrRendererMain';

/** An event of the browser's trace: `ts` and `dur` in microseconds. */
const event = z.object({
  name: z.string(),
  pid: z.number(),
  tid: z.number(),
  ts: z.number(),
  dur: z.number().optional(),
  args: z.object({ name: z.unknown().optional() }).optional(),
});
type TraceEvent = z.infer<typeof event>;

/** What the browser's own trace says of a page while something was done with it. */
export interface Traced {
  /** From each drawn frame to the next, in milliseconds; without the one before the first, when nothing was done yet. */
  readonly framesMs: readonly number[];
  /** How long each task of the page's main thread took, in milliseconds: no frame can begin in one. */
  readonly tasksMs: readonly number[];
}

/** Traces a page while something is done with it. */
export async function traced(session: CDPSession, act: () => Promise<void>): Promise<Traced> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { readonly value: readonly unknown[] }) =>
    events.push(...value.map((each) => event.parse(each)));
  session.on('Tracing.dataCollected', collect);
  const traceConfig = { includedCategories: CATEGORIES };
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig });
  await act();
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  session.off('Tracing.dataCollected', collect);
  return { framesMs: framesOf(events), tasksMs: tasksOf(events) };
}

function framesOf(events: readonly TraceEvent[]): number[] {
  const drawnMs = events
    .filter(({ name }) => name === 'DrawFrame')
    .map(({ ts }) => ts / MICROSECONDS_A_MILLISECOND)
    .sort((left, right) => left - right);
  return drawnMs.slice(2).map((atMs, index) => atMs - (drawnMs[index + 1] ?? atMs));
}

function tasksOf(events: readonly TraceEvent[]): number[] {
  const thread = ({ pid, tid }: TraceEvent) => `${pid}.${tid}`;
  const main = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args?.name === MAIN_THREAD).map(thread),
  );
  return events
    .filter((each) => each.name === 'RunTask' && main.has(thread(each)))
    .map(({ dur = 0 }) => dur / MICROSECONDS_A_MILLISECOND);
}
