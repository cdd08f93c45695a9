/** What a command found or did, a line each, and whether all is well. */
export interface Outcome {
  readonly lines: readonly string[];
  readonly isWell: boolean;
}
