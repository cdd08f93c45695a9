/** A process that dies before or after its n-th effect: it has no effect afterwards. */
export class Life {
  effects = 0;

  constructor(private readonly deathAt: number) {}

  get isOver(): boolean {
    return this.effects >= this.deathAt;
  }

  /** Wraps an object so that each of its methods is an effect. */
  watch<Part extends object>(part: Part): Part {
    return new Proxy(part, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== 'function') return member;
        return async (...values: unknown[]) => {
          this.#step();
          const result: unknown = await member.apply(target, values);
          this.#step();
          return result;
        };
      },
    });
  }

  /** Runs until the work is done or the process dies. */
  async live(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      // A death makes calls fail in many ways.
      if (!this.isOver) throw error;
    }
  }

  #step(): void {
    if (!this.isOver) this.effects += 1;
    if (this.isOver) throw new Error('killed');
  }
}
