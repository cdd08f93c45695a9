import type { JsonObject, JsonValue } from '../frameworks/framework.js';

const DEPTH_MAX = 32;

/** JSON text that is not what a caller may send; the message says why. */
export class JsonRefused extends Error {
  override readonly name = 'JsonRefused';
}

/**
 * Reads a JSON object of at most 32 levels. Throws `JsonRefused`, also for what could not be written again the same: an integer
 * that a double would round, half of a surrogate pair in a text or name.
 */
export function parseJsonObject(text: string): JsonObject {
  const value = parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new JsonRefused('must be a JSON object');
  check(value, 1);
  return value;
}

function parse(text: string): JsonValue {
  try {
    // JSON.parse gives JSON values and nothing else.
    return JSON.parse(text) as JsonValue;
  } catch {
    throw new JsonRefused('must be JSON');
  }
}

function check(value: JsonValue, depth: number): void {
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new JsonRefused('holds an integer beyond 2^53 - 1, which JSON numbers can not carry; send it as a string');
  if (typeof value === 'string' && !value.isWellFormed()) throw new JsonRefused('holds half of a surrogate pair');
  if (typeof value !== 'object' || value === null) return;
  if (depth > DEPTH_MAX) throw new JsonRefused(`is nested deeper than ${DEPTH_MAX} levels`);
  for (const [name, child] of Object.entries(value)) {
    check(name, depth + 1);
    check(child, depth + 1);
  }
}
