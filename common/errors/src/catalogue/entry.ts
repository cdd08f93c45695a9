import { Status as status } from '@grpc/grpc-js/build/src/constants.js';

/** One documented error: the answer on every transport, and what the caller should do. */
export interface CatalogueEntry {
  /** gRPC status of the answer. */
  readonly grpc: status;
  /** HTTP status of the answer. */
  readonly http: number;
  /** The default message. */
  readonly message: string;
  /** When the error occurs. */
  readonly when: string;
  /** What the caller should do. */
  readonly remedy: string;
}

/** Makes an entry of the catalogue. */
export function entry(http: number, grpc: status, message: string, when: string, remedy: string): CatalogueEntry {
  return { http, grpc, message, when, remedy };
}

export const INPUT = status.INVALID_ARGUMENT;
export const MISSING = status.NOT_FOUND;
export const STATE = status.FAILED_PRECONDITION;
export const DOWN = status.UNAVAILABLE;
export const LIMIT = status.RESOURCE_EXHAUSTED;
