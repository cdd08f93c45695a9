import { inspect } from 'node:util';

const HIDDEN = '[redacted]';

/** A value that must never be printed: every conversion to text returns `[redacted]`. */
export class Secret<T = string> {
  readonly #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  /** Returns the value itself: call it only where it is used, never to log it. */
  reveal(): T {
    return this.#value;
  }

  toString(): string {
    return HIDDEN;
  }

  toJSON(): string {
    return HIDDEN;
  }

  [inspect.custom](): string {
    return HIDDEN;
  }
}
