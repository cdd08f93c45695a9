import { conflicts } from './conflicts.js';
import type { CatalogueEntry } from './entry.js';
import { failures } from './failures.js';
import { refusals } from './refusals.js';

export type { CatalogueEntry } from './entry.js';

/**
 * The stable, append-only codes of the interface. A code's statuses never change, so that a client can rely on them.
 * Source: docs/interface.md, Errors; codes it does not list are recorded in docs/decisions.
 */
export const catalogue = { ...refusals, ...conflicts, ...failures } as const satisfies Record<string, CatalogueEntry>;

/** A documented error code. */
export type ErrorCode = keyof typeof catalogue;

/** Returns whether a text from outside is a documented code. */
export function isErrorCode(text: unknown): text is ErrorCode {
  return typeof text === 'string' && Object.hasOwn(catalogue, text);
}
