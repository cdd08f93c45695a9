/** A line with something to say about it. */
export interface Finding {
  /** Counted from 1; undefined for the file as a whole. */
  readonly line?: number;
  readonly text: string;
}

/** What the editor edits. */
export type Language = 'python' | 'json';
