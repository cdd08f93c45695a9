import { namesServerOwned } from './names.js';

const FIELDS_REPORTED_MAX = 20;

interface Place {
  readonly value: unknown;
  readonly name: string;
  readonly above: Place | undefined;
}

/**
 * Returns the paths of fields that only the server may set, at any depth; at most the first twenty. Visits every field once, without
 * recursion, since the caller decides the depth.
 */
export function serverOwnedFields(root: object): string[] {
  const found: string[] = [];
  const places: Place[] = [{ value: root, name: '', above: undefined }];
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    const { value } = place;
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, child] of Object.entries(value)) {
      const below = { value: child, name, above: place };
      places.push(below);
      const isOwned = !Array.isArray(value) && namesServerOwned(name);
      if (isOwned && found.length < FIELDS_REPORTED_MAX) found.push(pathOf(below));
    }
  }
  return found;
}

const PATH_LEVELS_MAX = 32;
const NAME_LENGTH_MAX = 100;

/** Returns the path of a field; for a field deeper than any action goes, its last levels. */
function pathOf(place: Place): string {
  const names: string[] = [];
  for (let at: Place | undefined = place; at?.above !== undefined && names.length < PATH_LEVELS_MAX; at = at.above)
    names.unshift(at.name.slice(0, NAME_LENGTH_MAX));
  return ['action', ...names].join('.');
}
