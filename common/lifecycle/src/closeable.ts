/** A part of a process that is stopped with it. */
export interface Closeable {
  close(): Promise<void>;
}
