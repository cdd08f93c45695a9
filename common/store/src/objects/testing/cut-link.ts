import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** Connections to a server that can be stopped or cut where a test wants it. */
export class CutLink implements AsyncDisposable {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #target: { readonly host: string; readonly port: number };
  #stopsRequestAt: { bytes: number; stopped: () => void } | undefined;
  #cutsAnswerAt: number | undefined;

  private constructor(target: string) {
    const [host = '', port = ''] = target.split(':');
    this.#target = { host, port: Number(port) };
    this.#server = createServer((socket) => this.#join(socket));
  }

  /** Opens one to `host:port`. */
  static async open(target: string): Promise<CutLink> {
    const link = new CutLink(target);
    link.#server.listen(0, '127.0.0.1');
    await once(link.#server, 'listening');
    return link;
  }

  /** `host:port` that leads there. */
  get address(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the link is closed');
    return `127.0.0.1:${address.port}`;
  }

  /** From now on nothing of a request passes after so many bytes; resolves when one has come so far. */
  stopRequestAt(bytes: number): Promise<void> {
    return new Promise((stopped) => {
      this.#stopsRequestAt = { bytes, stopped };
    });
  }

  /** Cuts the next connection when so many bytes of answers have passed. */
  cutNextAnswerAt(bytes: number): void {
    this.#cutsAnswerAt = bytes;
  }

  /** Cuts every connection. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #join(near: Socket): void {
    const far = connect(this.#target);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(socket);
      socket.on('error', () => other.destroy());
      // What is on its way arrives first.
      socket.on('end', () => other.end());
      socket.on('close', () => {
        this.#sockets.delete(socket);
        other.end();
      });
    }
    this.#passRequests(near, far);
    this.#passAnswers(far, near);
  }

  #passRequests(near: Socket, far: Socket): void {
    let passedBytes = 0;
    near.on('data', (part: Buffer) => {
      passedBytes += part.length;
      const stop = this.#stopsRequestAt;
      if (stop === undefined || passedBytes < stop.bytes) far.write(part);
      else {
        near.pause();
        stop.stopped();
      }
    });
  }

  #passAnswers(far: Socket, near: Socket): void {
    let passedBytes = 0;
    far.on('data', (part: Buffer) => {
      passedBytes += part.length;
      const limit = this.#cutsAnswerAt;
      if (limit === undefined || passedBytes < limit) near.write(part);
      else {
        this.#cutsAnswerAt = undefined;
        near.destroy();
      }
    });
  }
}
