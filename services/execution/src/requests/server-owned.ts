import { namesServerOwned } from './names.js';

const FIELDS_REPORTED_MAX = 20;

interface Place {
  readonly value: unknown;
  readonly name: string;
  readonly above: Place | undefined;
}

/**
 * Paths of fields that are the server's to set, at any depth; the first twenty. It looks at every field once, without
 * recursion, since a caller decides how deep it goes.
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

/** Where a field stands; of one that stands deeper than any action goes, its last levels. */
function pathOf(place: Place): string {
  const names: string[] = [];
  for (let at: Place | undefined = place; at?.above !== undefined && names.length < PATH_LEVELS_MAX; at = at.above)
    names.unshift(at.name.slice(0, NAME_LENGTH_MAX));
  return ['action', ...names].join('.');
}
