/** What a page keeps for its reader in this tab: until it is done with, or somebody signs in or out. */

const PREFIX = 'console-kept-';

/** Browsers may forbid to store anything; nothing is then kept. */
function storage(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}

/** Keeps a value by a name; one that the browser has no room for is not kept. */
export function keep(name: string, value: unknown): void {
  try {
    storage()?.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // It has no room: what was kept before is older than what stands on the page.
    drop(name);
  }
}

/** The value that was kept by a name, as it was written; undefined if there is none. */
export function kept(name: string): unknown {
  const text = storage()?.getItem(PREFIX + name);
  if (text === null || text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Forgets what was kept by a name. */
export function drop(name: string): void {
  storage()?.removeItem(PREFIX + name);
}

/** Forgets all that was kept. */
export function dropAll(): void {
  const from = storage();
  if (from === undefined) return;
  for (const key of Object.keys(from)) if (key.startsWith(PREFIX)) from.removeItem(key);
}
