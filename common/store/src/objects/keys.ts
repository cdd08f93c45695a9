const KEY = /^[\w.=-]+(\/[\w.=-]+)*$/;

/** Throws unless a text is a key: names of letters, digits and `_.=-`, separated by slashes. */
export function requireKey(key: string): void {
  if (!KEY.test(key) || key.split('/').includes('..')) throw new Error(`not an object key: ${key}`);
}

/** Throws unless a text ends as a prefix of keys does, or is the prefix of all. */
export function requirePrefix(prefix: string): void {
  if (prefix !== '' && !prefix.endsWith('/')) throw new Error(`not a prefix of keys: ${prefix}`);
}
