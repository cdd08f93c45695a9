import type { AgentSigner } from '../signing.js';

/** The agent that signs now. Another one takes its place between two actions: the venue ends the former as it accepts the next. */
export class AgentPower {
  #agent: AgentSigner;
  #uses = 0;
  #onIdle: (() => void) | undefined;
  #replacing: Promise<void> | undefined;

  constructor(agent: AgentSigner) {
    this.#agent = agent;
  }

  /** Performs what is signed by the agent, until it is answered; waits while the agent is replaced. */
  async use<Result>(act: (agent: AgentSigner) => Promise<Result>): Promise<Result> {
    while (this.#replacing !== undefined) await this.#replacing;
    this.#uses += 1;
    try {
      return await act(this.#agent);
    } finally {
      this.#uses -= 1;
      if (this.#uses === 0) this.#onIdle?.();
    }
  }

  /** Has another agent issued once nothing is under way, and uses it from then on. Rejects where none is: the former stays. One at a time. */
  async replace(issue: () => Promise<AgentSigner>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#replacing = promise;
    try {
      await this.#untilIdle();
      this.#agent = await issue();
    } finally {
      this.#replacing = undefined;
      resolve();
    }
  }

  async #untilIdle(): Promise<void> {
    if (this.#uses === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onIdle = resolve;
    await promise;
    this.#onIdle = undefined;
  }
}
