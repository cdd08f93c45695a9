import { namesServerOwned } from './names.js';

const FIELDS_REPORTED_MAX = 20;

/** What a JSON value holds, at any depth. */
export interface Inspection {
  /** Paths of fields that are the server's to set; the first twenty. */
  readonly serverOwned: readonly string[];
  /** Levels of objects and arrays, the outermost included. */
  readonly levels: number;
  /** Whether a number is beyond what a JSON number carries: an integer beyond 2^53 - 1, or infinite. */
  readonly hasUnsafeNumber: boolean;
}

interface Place {
  readonly value: unknown;
  readonly name: string;
  readonly level: number;
  readonly above: Place | undefined;
}

/** Looks at every field once, without recursion, since a caller decides how deep it goes. */
export function inspect(root: object): Inspection {
  const serverOwned: string[] = [];
  let levels = 0;
  let hasUnsafeNumber = false;
  const places: Place[] = [{ value: root, name: '', level: 1, above: undefined }];
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    const { value, level } = place;
    if (typeof value === 'number') hasUnsafeNumber ||= isUnsafe(value);
    if (typeof value !== 'object' || value === null) continue;
    levels = Math.max(levels, level);
    for (const [name, child] of Object.entries(value)) {
      const below = { value: child, name, level: level + 1, above: place };
      places.push(below);
      const isOwned = !Array.isArray(value) && namesServerOwned(name);
      if (isOwned && serverOwned.length < FIELDS_REPORTED_MAX) serverOwned.push(pathOf(below));
    }
  }
  return { serverOwned, levels, hasUnsafeNumber };
}

function isUnsafe(value: number): boolean {
  return !Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value));
}

const PATH_LEVELS_MAX = 32;
const NAME_LENGTH_MAX = 100;

/** Where a field stands; of one that stands deeper than any action goes, its last levels. */
function pathOf(place: Place): string {
  const names: string[] = [];
  for (let at: Place | undefined = place; at?.above !== undefined && names.length < PATH_LEVELS_MAX; at = at.above)
    names.unshift(at.name.slice(0, NAME_LENGTH_MAX));
  return ['action', ...names].join('.');
}
