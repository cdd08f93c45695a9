import { connect, type Socket } from 'node:net';

const HEAD = 'POST /account/register HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
const TRICKLE_INTERVAL_MS = 500;
/** More at once than a machine accepts is lost before it arrives. */
const CONNECTING_MAX = 200;

/** What a malicious client sends first, and repeatedly afterwards. None of them ever closes. */
const KINDS = {
  silent: { first: '', again: '' },
  'slow head': { first: HEAD, again: 'x: y\r\n' },
  'slow body': { first: `${HEAD}content-length: 100000\r\n\r\n`, again: ' ' },
  'no HTTP': { first: 'nonsense\r\n\r\n', again: '' },
  'huge headers': { first: `${HEAD}x: ${'x'.repeat(17_000)}`, again: 'x'.repeat(1_000) },
  'closes its own half in the middle': { first: `${HEAD}content-length: 9\r\n\r\n{`, again: '' },
} as const;

/** Thousands of clients that hold connections: equally many of each kind, from the addresses in turn. */
export class BadClients implements Disposable {
  readonly #sockets: Socket[] = [];
  readonly #trickle: NodeJS.Timeout;

  private constructor() {
    this.#trickle = setInterval(() => {
      for (const socket of this.#sockets) {
        const { again } = KINDS[kindOf(socket)];
        if (again !== '' && socket.writable) socket.write(again);
      }
    }, TRICKLE_INTERVAL_MS);
  }

  /** Resolves when each has connected, or was turned away. */
  static async connect(url: string, count: number, addresses: readonly string[]): Promise<BadClients> {
    const clients = new BadClients();
    const kinds = Object.keys(KINDS) as (keyof typeof KINDS)[];
    const { hostname, port } = new URL(url);
    const host = hostname === 'localhost' ? '127.0.0.1' : hostname;
    let next = 0;
    const connectNext = async (): Promise<void> => {
      while (next < count) {
        const index = next;
        next += 1;
        const kind = kinds[index % kinds.length] ?? 'silent';
        const localAddress = addresses[Math.floor(index / kinds.length) % addresses.length];
        await clients.#open({ host, port: Number(port), localAddress }, kind);
      }
    };
    await Promise.all(Array.from({ length: CONNECTING_MAX }, connectNext));
    return clients;
  }

  #open(to: { host: string; port: number; localAddress: string | undefined }, kind: keyof typeof KINDS): Promise<void> {
    const { localAddress, ...rest } = to;
    // It reads nothing, and keeps its half open when the other end closes.
    const socket = connect({ ...rest, ...(localAddress === undefined ? {} : { localAddress }), allowHalfOpen: true });
    socket.pause();
    named.set(socket, kind);
    return new Promise((resolve) => {
      socket.on('error', () => resolve());
      socket.on('connect', () => {
        this.#sockets.push(socket);
        socket.write(KINDS[kind].first);
        if (kind.startsWith('closes')) socket.end();
        resolve();
      });
    });
  }

  [Symbol.dispose](): void {
    clearInterval(this.#trickle);
    for (const socket of this.#sockets) socket.destroy();
  }
}

const named = new WeakMap<Socket, keyof typeof KINDS>();
const kindOf = (socket: Socket) => named.get(socket) ?? 'silent';
