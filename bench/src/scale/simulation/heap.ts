/** A queue that gives the item with the smallest key first. */
export class Heap<Item> {
  readonly #entries: { readonly key: number; readonly item: Item }[] = [];

  get size(): number {
    return this.#entries.length;
  }

  /** The smallest key; infinite where there is no item. */
  get least(): number {
    return this.#entries[0]?.key ?? Number.POSITIVE_INFINITY;
  }

  add(key: number, item: Item): void {
    const entries = this.#entries;
    let index = entries.length;
    entries.push({ key, item });
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (this.#keyAt(parent) <= key) return;
      this.#swap(index, parent);
      index = parent;
    }
  }

  /** Removes and returns the item with the smallest key. Throws where there is none. */
  take(): Item {
    const [first] = this.#entries;
    const last = this.#entries.pop();
    if (first === undefined || last === undefined) throw new Error('the queue is empty');
    if (this.#entries.length > 0) {
      this.#entries[0] = last;
      this.#sink();
    }
    return first.item;
  }

  #sink(): void {
    for (let index = 0; ; ) {
      const [left, right] = [2 * index + 1, 2 * index + 2];
      const least = this.#keyAt(right) < this.#keyAt(left) ? right : left;
      if (this.#keyAt(least) >= this.#keyAt(index)) return;
      this.#swap(index, least);
      index = least;
    }
  }

  #keyAt(index: number): number {
    return this.#entries[index]?.key ?? Number.POSITIVE_INFINITY;
  }

  #swap(one: number, other: number): void {
    const [left, right] = [this.#entries[one], this.#entries[other]];
    if (left === undefined || right === undefined) return;
    this.#entries[one] = right;
    this.#entries[other] = left;
  }
}
