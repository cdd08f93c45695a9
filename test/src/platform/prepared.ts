/** Names the data directory that platforms of a run begin with a copy of. */
const PREPARED_DIRECTORY = 'TEST_PREPARED_DIRECTORY';

/** The data directory that platforms begin with a copy of; undefined where each begins with an empty one. */
export function preparedDirectory(): string | undefined {
  return process.env[PREPARED_DIRECTORY];
}
