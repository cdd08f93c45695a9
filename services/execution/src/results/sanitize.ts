import { redact } from '@platform/kit/redaction';
import { namesCredential } from '../requests/names.js';

const LEVELS_MAX = 32;
const REDACTED = '[redacted]';
/** Thirty-two bytes or forty: the forms of keys, and of the public ids of orders, markets and transactions. */
const HASH = /^(0x[0-9a-f]{64}|(0x)?[0-9a-f]{80})$/i;
/** Names of fields that hold such an id, or a list of them. */
const PUBLIC = /(id|ids|hash|hashes|canceled|market)$/i;

/**
 * Returns a venue's answer in a form that may be stored and shown: fields that name credentials are removed, texts that look like
 * credentials are redacted. The id of an order looks like a key: it stays where a field is named for one.
 */
export function sanitize(answer: unknown, level = 1, field = ''): unknown {
  if (typeof answer === 'string') return PUBLIC.test(field) && HASH.test(answer) ? answer : redact(answer);
  if (typeof answer !== 'object' || answer === null) return answer;
  if (level > LEVELS_MAX) return REDACTED;
  if (Array.isArray(answer)) return answer.map((item) => sanitize(item, level + 1, field));
  const kept = Object.entries(answer).filter(([name]) => !namesCredential(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, sanitize(value, level + 1, name)]));
}

/** Returns the stored result of an action that the venue accepted. */
export function acceptedResult(answer: unknown): string {
  return JSON.stringify(sanitize(answer));
}

/** Returns the stored result of an action that the venue refused, which `exchange_rejected` shows in its details. */
export function refusedResult(answer: unknown): string {
  return JSON.stringify({ exchange_error: sanitize(answer) });
}
