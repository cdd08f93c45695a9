import { PlatformError } from '@platform/errors';
import { ObjectCorruptedError } from '@platform/store/objects';

/** Returns whether an error means that an object is missing or damaged, rather than that objects can't be read. */
export function isCorrupted(error: unknown): boolean {
  return error instanceof PlatformError && error.cause instanceof ObjectCorruptedError;
}
