import type { JsonObject, JsonValue } from '../frameworks/framework.js';

const DEPTH_MAX = 32;

/** JSON text that is not what a caller may send; the message says why. */
export class JsonRefused extends Error {
  override readonly name = 'JsonRefused';
}

/** Reads a JSON object of at most 32 levels. Throws `JsonRefused`, also for an integer that a double would round. */
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
  if (typeof value !== 'object' || value === null) return;
  if (depth > DEPTH_MAX) throw new JsonRefused(`is nested deeper than ${DEPTH_MAX} levels`);
  for (const child of Object.values(value)) check(child, depth + 1);
}
