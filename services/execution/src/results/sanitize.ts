import { redact } from '@platform/kit/redaction';
import { namesCredential } from '../requests/names.js';

const LEVELS_MAX = 32;
const REDACTED = '[redacted]';

/**
 * Returns a venue's answer in a form that may be stored and shown: fields that name credentials are removed, texts that look like
 * credentials are redacted.
 */
export function sanitize(answer: unknown, level = 1): unknown {
  if (typeof answer === 'string') return redact(answer);
  if (typeof answer !== 'object' || answer === null) return answer;
  if (level > LEVELS_MAX) return REDACTED;
  if (Array.isArray(answer)) return answer.map((item) => sanitize(item, level + 1));
  const kept = Object.entries(answer).filter(([name]) => !namesCredential(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, sanitize(value, level + 1)]));
}

/** Returns the stored result of an action that the venue accepted. */
export function acceptedResult(answer: unknown): string {
  return JSON.stringify(sanitize(answer));
}

/** Returns the stored result of an action that the venue refused, which `exchange_rejected` shows in its details. */
export function refusedResult(answer: unknown): string {
  return JSON.stringify({ exchange_error: sanitize(answer) });
}
