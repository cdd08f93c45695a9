/** A service as its production process, called as a subgraph, without the rest of the platform. */
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import type { Caller } from '@platform/keys/tokens';
import { testUser } from '@platform/keys/tokens/testing';
import { freeAddress, Processes, stopProcess } from '../processes/processes.js';

/** A GraphQL answer. */
export interface GraphAnswer {
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect, and fail where it is not there.
  readonly data?: any;
  readonly errors?: readonly { message: string; extensions: { code: string } }[];
}

type Service = 'identity' | 'wallet' | 'execution';

/** A running service. */
export class Vertical implements AsyncDisposable {
  private constructor(
    private readonly name: Service,
    private readonly graphqlUrl: string,
    private readonly processes: Processes,
    private readonly process: ChildProcess,
  ) {}

  /** Starts a service; ready when `probe`, a query, is answered. */
  static start(name: Service, environment: Readonly<Record<string, string>>, probe: string): Promise<Vertical> {
    return Processes.make(async (processes) => {
      const [grpc, subgraph] = [await freeAddress(), await freeAddress()];
      const process = processes.run(name, {
        ...environment,
        CURSOR_SECRET: randomBytes(32).toString('base64'),
        GRPC_LISTEN: grpc,
        SUBGRAPH_LISTEN: subgraph,
      });
      const vertical = new Vertical(name, `http://${subgraph}/graphql`, processes, process);
      const isServing = ({ errors }: GraphAnswer) => errors?.[0]?.extensions.code !== 'service_unavailable';
      await processes.until(`${name} serves`, () => vertical.ask('acc_probe', probe), isServing);
      return vertical;
    });
  }

  /** Calls the subgraph as the gateway would for a caller: an account's id stands for its key with all permissions. */
  async ask(caller: Caller | string, query: string, variables: Record<string, unknown> = {}): Promise<GraphAnswer> {
    const { tokens } = this.processes;
    const token = await tokens.mint(typeof caller === 'string' ? testUser(caller) : caller, this.name);
    const response = await fetch(this.graphqlUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'x-request-id': 'r1' },
      body: JSON.stringify({ query, variables }),
    });
    return response.json() as Promise<GraphAnswer>;
  }

  /** Stops it with SIGTERM; returns its exit code. */
  stop(): Promise<number | null> {
    return stopProcess(this.process);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.processes[Symbol.asyncDispose]();
  }
}
