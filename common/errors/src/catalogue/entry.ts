import { Status as status } from '@grpc/grpc-js/build/src/constants.js';

/** One documented error: what every transport answers with, and what the caller is told to do. */
export interface CatalogueEntry {
  /** gRPC status of the answer. */
  readonly grpc: status;
  /** HTTP status of the answer. */
  readonly http: number;
  /** The message when the one who throws gives none. */
  readonly message: string;
  /** When it happens. */
  readonly when: string;
  /** What the caller does about it. */
  readonly remedy: string;
}

/** Writes an entry in a few lines. */
export function entry(http: number, grpc: status, message: string, when: string, remedy: string): CatalogueEntry {
  return { http, grpc, message, when, remedy };
}

export const INPUT = status.INVALID_ARGUMENT;
export const MISSING = status.NOT_FOUND;
export const STATE = status.FAILED_PRECONDITION;
export const DOWN = status.UNAVAILABLE;
export const LIMIT = status.RESOURCE_EXHAUSTED;
