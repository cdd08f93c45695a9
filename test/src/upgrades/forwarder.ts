import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { until } from '../platform/wait.js';

const HOST = '127.0.0.1';

/** Stands at a port for a process that may be replaced, as a balancer does: new connections go to the newest one. */
export class Forwarder implements AsyncDisposable {
  readonly #sockets = new Set<Socket>();
  #port: number;

  private constructor(
    private readonly server: Server,
    port: number,
  ) {
    this.#port = port;
    server.on('connection', (socket) => this.#forward(socket));
  }

  /** Listens at a port, once it is free, for what listens at another one. */
  static async open(at: number, port: number): Promise<Forwarder> {
    // What was there has just been ended.
    const listen = async () => {
      const server = createServer({ allowHalfOpen: true }).listen(at, HOST);
      return once(server, 'listening').then(
        () => server,
        () => undefined,
      );
    };
    const server = await until(`port ${at} to be free`, listen, (found) => found !== undefined);
    if (server === undefined) throw new Error(`port ${at} is in use`);
    return new Forwarder(server, port);
  }

  /** Sends new connections to another port from now on; those that there are stay. */
  turnTo(port: number): void {
    this.#port = port;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  #forward(socket: Socket): void {
    const other = connect({ host: HOST, port: this.#port, allowHalfOpen: true });
    for (const [from, to] of [
      [socket, other],
      [other, socket],
    ] as const) {
      this.#sockets.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        this.#sockets.delete(from);
        to.destroy();
      });
    }
  }
}
