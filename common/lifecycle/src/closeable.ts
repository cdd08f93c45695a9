/** A part of a process that stops with the process. */
export interface Closeable {
  close(): Promise<void>;
}
