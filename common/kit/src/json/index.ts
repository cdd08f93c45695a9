import { type TextFault, textFaultOf } from './text-fault.js';

export { type ItemForm, type MalformedItem, readEach, timeAt } from './items.js';
export { type TextBounds, type TextFault, textBounds, textFaultOf } from './text-fault.js';

/** A JSON value. */
export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject;

/** A JSON object. */
export type JsonObject = { readonly [key: string]: JsonValue };

/** The limits of JSON that a caller writes freely. */
export interface JsonRules {
  /** Levels of objects and arrays, the outermost included. */
  readonly levelsMax: number;
  /**
   * The accepted numbers. `finite`: all that can be written as JSON again. `exact`: no integer beyond 2^53 - 1 either, which a double
   * rounds. `whole`: only integers up to that limit.
   */
  readonly numbers: 'finite' | 'exact' | 'whole';
}

/** The rules of services: they accept values that can be stored, sent on and written again unchanged. */
export const freeJson: JsonRules = { levelsMax: 32, numbers: 'exact' };

/** JSON text that is not what a caller may send; the message completes “the value …”, or the name of the field at `path`. */
export class JsonRefused extends Error {
  override readonly name = 'JsonRefused';

  constructor(
    message: string,
    /** The field at fault, the outermost name first; empty for the whole value. */
    readonly path: TextFault['path'] = [],
  ) {
    super(message);
  }
}

/** Reads a JSON object. Throws `JsonRefused` for anything else, and for values that the rules refuse. */
export function parseJsonObject(text: string, rules: JsonRules = freeJson): JsonObject {
  const value = parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new JsonRefused('must be a JSON object');
  const fault = faultOf(value, rules);
  if (fault !== undefined) throw new JsonRefused(fault);
  return value;
}

/**
 * Returns why the rules refuse a value, completing “the value …”; undefined where they accept it. Halves of surrogate pairs, which JSON can
 * write and UTF-8 can't encode, are always refused. The check uses no recursion, since the caller decides the depth.
 */
export function faultOf(root: unknown, { levelsMax, numbers }: JsonRules): string | undefined {
  const places = [{ value: root, level: 1 }];
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    const { value, level } = place;
    if (typeof value === 'number' && !isTaken(value, numbers)) return numberFaults[numbers];
    if (typeof value === 'string' && !value.isWellFormed()) return 'holds half of a surrogate pair';
    if (typeof value !== 'object' || value === null) continue;
    if (level > levelsMax) return `is nested deeper than ${levelsMax} levels`;
    for (const [name, child] of Object.entries(value)) {
      if (!name.isWellFormed()) return 'holds half of a surrogate pair';
      places.push({ value: child, level: level + 1 });
    }
  }
  return undefined;
}

const numberFaults = {
  finite: 'holds a number that JSON can not carry',
  exact: 'holds a number beyond 2^53 - 1, which JSON numbers can not carry; send it as a string',
  whole: 'holds a number that is not exact',
} as const;

function isTaken(value: number, numbers: JsonRules['numbers']): boolean {
  if (numbers === 'whole') return Number.isSafeInteger(value);
  if (!Number.isFinite(value)) return false;
  return numbers === 'finite' || !Number.isInteger(value) || Number.isSafeInteger(value);
}

function parse(text: string): JsonValue {
  const fault = textFaultOf(text);
  if (fault !== undefined) throw new JsonRefused(fault.message, fault.path);
  try {
    // JSON.parse returns JSON values and nothing else.
    return JSON.parse(text) as JsonValue;
  } catch {
    throw new JsonRefused('must be JSON');
  }
}
