import { z } from 'zod';
import { ApiError } from '../quickstart/client.js';

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

/** Returns what failed, for people. */
export function textOf(error: unknown): string {
  if (error instanceof ApiError) {
    const documented = errorOf(error.body);
    return documented === undefined ? error.message : describeError(documented).join('\n');
  }
  // The platform can not be reached: fetch's cause has the reason.
  if (error instanceof TypeError) return `${error.message}: ${String(error.cause ?? '')}`;
  return error instanceof Error ? error.message : String(error);
}

function describeDetail(detail: unknown): string[] {
  const found = place.safeParse(detail);
  if (found.success) return [`  ${found.data.line === null ? '' : `line ${found.data.line}: `}${found.data.text}`];
  const wrong = field.safeParse(detail);
  return wrong.success ? [`  ${wrong.data.path}: ${wrong.data.message}`] : [];
}
