/** A package with its version and hashes, word for word. */
const REQUIREMENT = /^([A-Za-z0-9._-]+)==.*(?:\n[ \t]+.*)*/gm;

/** The changes that turn one environment into another. */
export interface Difference {
  /** Names of packages that are there and not wanted, or not in this form. */
  readonly removed: readonly string[];
  /** A lock file of what is missing then. */
  readonly missing: string;
}

/** Returns how many packages a lock file holds. */
export function countRequirements(lock: string): number {
  return requirementsOf(lock).size;
}

/** Returns what must be removed from an environment of one lock file, and installed, to turn it into one of another. */
export function differenceOf(present: string, wanted: string): Difference {
  const [here, there] = [requirementsOf(present), requirementsOf(wanted)];
  const others = (of: ReadonlyMap<string, string>, than: ReadonlyMap<string, string>) =>
    [...of].filter(([name, text]) => than.get(name) !== text);
  return {
    removed: others(here, there).map(([name]) => name),
    missing: others(there, here)
      .map(([, text]) => `${text}\n`)
      .join(''),
  };
}

function requirementsOf(lock: string): ReadonlyMap<string, string> {
  return new Map([...lock.matchAll(REQUIREMENT)].map(([text, name = '']) => [name, text]));
}
