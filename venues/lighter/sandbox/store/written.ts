/** Returns JSON, its bigints as text. */
export function written(document: object): string {
  return JSON.stringify(document, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
}
