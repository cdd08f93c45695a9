import { z } from 'zod';
import { limit, nextCursor } from '../routes/fields.js';

/** The bounds of a page. */
interface PageBounds {
  readonly preset: number;
  readonly maximum: number;
}

/** The size of a page, by both names that clients send; `limit` counts where both are sent. */
export function pageSizes(bounds: PageBounds) {
  return { pageSize: limit(bounds), limit: limit(bounds).removeDefault().exactOptional() };
}

/** Returns the schema of a list of the older surface. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), nextCursor });
}

/** Returns the cursor of the next page of a connection; null on the last one. */
export function nextOf({
  hasNextPage,
  endCursor,
}: {
  readonly hasNextPage: boolean;
  readonly endCursor: string | null;
}): string | null {
  return hasNextPage ? endCursor : null;
}

/** A line of a log as the older surface writes it. */
export const logLine = z
  .object({
    timestamp: z.string().meta({ description: 'ISO 8601 UTC', examples: ['2026-01-31T12:00:00.000000000Z'] }),
    message: z.string().meta({ description: 'The line', examples: ['loaded 744 candles'] }),
    severity: z
      .literal('INFO')
      .meta({ description: 'Always INFO: what a run prints has no other', examples: ['INFO'] }),
  })
  .meta({ id: 'LegacyLogLine', description: 'A line of a log' });

/** Returns a line of the unified surface, `<timestamp> <message>`, in its older form. */
export function toLogLine(line: string): z.input<typeof logLine> {
  const end = line.indexOf(' ');
  return { timestamp: line.slice(0, end), message: line.slice(end + 1), severity: 'INFO' };
}
