/** What the graph is told of when a deployment's time is over. */
export interface Expiry {
  /** Undefined: never. */
  readonly aliveUntil: string | undefined;
  readonly onExpiry: 'stop' | 'block_entries';
}

/** What may happen then. */
export const EXPIRY_OPTIONS = [
  { value: 'stop', label: 'It stops; what it holds stays open' },
  { value: 'block_entries', label: 'It opens nothing more, and stops once flat' },
] as const;

/** What is entered for a time in UTC, `2026-05-01T10:00`, as an instant; undefined where nothing is. */
export function instantOf(entered: string): string | undefined {
  if (entered === '') return undefined;
  const at = new Date(`${entered}Z`);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

/** The chosen option. */
export function onExpiryOf(value: string): Expiry['onExpiry'] {
  return value === 'block_entries' ? 'block_entries' : 'stop';
}
