import { z } from 'zod';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const FINER_THAN_A_MILLISECOND = /\.\d{4,}/;
const timestamp = z.iso.datetime({ offset: true });

/** Where a range begins or ends. */
const rangeEnd = z.string().transform((text, context) => {
  const message = problemOf(text);
  if (message === undefined) return { ms: Date.parse(text), isTimestamp: !DAY.test(text) };
  context.addIssue({ code: 'custom', message, continue: false });
  return z.NEVER;
});

/** The window of a backtest: dates, which are their midnights UTC, or timestamps. */
export const range = z
  .object({ from: rangeEnd, to: rangeEnd })
  .refine(({ from, to }) => from.ms < to.ms, { error: 'must be later than from', path: ['to'] });

function problemOf(text: string): string | undefined {
  if (DAY.test(text)) return z.iso.date().safeParse(text).success ? undefined : 'is not a day of the calendar';
  if (!timestamp.safeParse(text).success) return 'must be a date, YYYY-MM-DD, or a timestamp with a zone';
  return FINER_THAN_A_MILLISECOND.test(text) ? 'must not be finer than a millisecond' : undefined;
}
