/** Does one piece of work after the other: an order is checked and placed before the next one is looked at. */
export class Queue {
  #last: Promise<unknown> = Promise.resolve();

  /** Returns what the work returns, once everything before it has ended. */
  run<Result>(work: () => Promise<Result>): Promise<Result> {
    const mine = this.#last.then(work);
    this.#last = mine.catch(() => undefined);
    return mine;
  }
}
