import { catalogue, PlatformError } from '@platform/errors';
import { z } from 'zod';

const PROBLEMS_MAX = 3;
const problems = z.array(z.object({ path: z.string(), message: z.string() })).min(1);

/** Gives a refusal without a message of its own one that names the fields at fault: "`email` is required". */
export function withFieldMessages(refusal: PlatformError): PlatformError {
  const { code, message, details, replayed } = refusal;
  const found = message === catalogue[code].message ? problems.safeParse(details).data : undefined;
  if (found === undefined || details === undefined) return refusal;
  const named = found.slice(0, PROBLEMS_MAX).map((problem) => `${subjectOf(problem.path)} ${problem.message}`);
  const more = found.length - named.length;
  const sentence = `${named.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`;
  return new PlatformError(code, { message: sentence, details, replayed, cause: refusal });
}

function subjectOf(path: string): string {
  return path === '' ? 'The body' : `\`${path}\``;
}
