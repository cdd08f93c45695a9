import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** For tests: the shapes of the real venue's recorded answers, where recordings are at hand. */

const fixtures = fileURLToPath(new URL('../../../../shared/data/fixtures/', import.meta.url));
const cassettes = 'hyperliquid-python-sdk/tests/cassettes/info_test/';

/** Whether recordings exist to compare with. */
export const hasRecordings = existsSync(fixtures);

/** Returns the kind of every value by its path: list items share one path, and so do coins used as names. */
export function kindsOf(value: unknown, path = '', kinds = new Map<string, string>()): Map<string, string> {
  if (Array.isArray(value)) {
    for (const item of value) kindsOf(item, `${path}[]`, kinds);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value))
      kindsOf(item, `${path}.${/^[A-Zk]/.test(name) && name.length > 1 ? '*' : name}`, kinds);
  } else if (value !== null) {
    kinds.set(path, isDecimal(value) ? 'decimal' : typeof value);
  }
  return kinds;
}

function isDecimal(value: unknown): boolean {
  return typeof value === 'string' && /^-?\d+\.\d+$/.test(value);
}

/** Returns the last answer of a recorded exchange of the official SDK. */
export function fromCassette(name: string): unknown {
  const text = readFileSync(`${fixtures}${cassettes}${name}`, 'utf8');
  const bodies = [...text.matchAll(/^ {6,8}string: '(.*(?:\n {8}.*)*)'$/gm)];
  return JSON.parse((bodies.at(-1)?.[1] ?? '').replace(/\n\s+/g, ' '));
}

/** Returns a recorded answer. */
export function fromJson(path: string): unknown {
  return JSON.parse(readFileSync(`${fixtures}${path}`, 'utf8'));
}
