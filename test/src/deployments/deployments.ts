import { expect } from '@jest/globals';
import type { Answer, Caller } from '../platform/caller.js';
import { until } from '../platform/wait.js';

/** A version of a framework. */
interface Listed {
  readonly is_default: boolean;
  readonly status: string;
}

/** The deployments of an account, as tests create, read and change them through REST. */
export class Deployments {
  private constructor(private readonly caller: Caller) {}

  /** Those of a caller, once the frameworks are installed: none is created before. */
  static async of(caller: Caller): Promise<Deployments> {
    const deployments = new Deployments(caller);
    await deployments.untilInstalled();
    return deployments;
  }

  /** Waits until the frameworks are installed; a runtime that has started again looks first whether they are. */
  async untilInstalled(): Promise<void> {
    const frameworks = async () => (await this.caller.send('GET', '/runtime/frameworks')).body.frameworks;
    await until('frameworks that are ready', frameworks, (all: readonly Listed[]) =>
      all.every(({ is_default: isDefault, status }) => status === 'ready' || !isDefault),
    );
  }

  /** Creates one and returns its id; fails where it is refused. */
  async created(request: object): Promise<string> {
    const { status, body } = await this.caller.send('POST', '/runtime/deployments', request);
    expect([status, body]).toEqual([201, expect.objectContaining({ status: 'created' })]);
    return body.id;
  }

  /** Creates one and starts it; `start` adds to the action. */
  async started(request: object, start: object = {}): Promise<string> {
    const id = await this.created(request);
    await this.act(id, { action: 'start', ...start });
    return id;
  }

  /** Sends a request about one. */
  send(method: string, id: string, rest = '', body?: object): Promise<Answer> {
    return this.caller.send(method, `/runtime/deployments/${id}${rest}`, body);
  }

  /** Starts or stops one. */
  act(id: string, action: object): Promise<Answer> {
    return this.send('PUT', id, '/status', action);
  }

  /** Returns one as it is shown. */
  async read(id: string): Promise<Answer['body']> {
    return (await this.send('GET', id)).body;
  }

  /** Returns what one has. */
  async metrics(id: string): Promise<Answer['body']> {
    return (await this.send('GET', id, '/metrics')).body;
  }

  /** Returns the newest lines that one logged. */
  async logs(id: string): Promise<readonly string[]> {
    return (await this.send('GET', id, '/logs?limit=5000')).body.logs;
  }

  /** Waits until one is as hoped; returns it as it is shown then. */
  until(what: string, id: string, hoped: (deployment: Answer['body']) => boolean): Promise<Answer['body']> {
    return until(what, () => this.read(id), hoped);
  }

  /** Waits until one has a status; returns it as it is shown then. */
  untilStatus(id: string, wanted: string): Promise<Answer['body']> {
    return this.until(`a deployment that is ${wanted}`, id, ({ status }) => status === wanted);
  }

  /** Waits until one has so many open trades; returns what it has then. */
  untilOpen(id: string, open: number): Promise<Answer['body']> {
    return until(
      `${open} open trades`,
      () => this.metrics(id),
      ({ trades }) => trades.open === open,
    );
  }
}
