/** The findings or actions of a command, one per line, and whether all is well. */
export interface Outcome {
  readonly lines: readonly string[];
  readonly isWell: boolean;
}
