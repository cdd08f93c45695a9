/** The variable with the data directory that platforms of a run copy at their start. */
const PREPARED_DIRECTORY = 'TEST_PREPARED_DIRECTORY';

/** The data directory that platforms copy at their start; undefined where each starts with an empty one. */
export function preparedDirectory(): string | undefined {
  return process.env[PREPARED_DIRECTORY];
}
