// Why: docs/decisions/platform/replicas.md
import { once } from 'node:events';
import { createConnection, createServer, type Server, type Socket } from 'node:net';

/** How long an instance may take to accept a connection. */
const CONNECT_MS_MAX = 2_000;

/** Where connections come in, and the ports on this machine that take them in turn. */
export interface Route {
  readonly host: string;
  readonly port: number;
  readonly targets: readonly number[];
}

/** Passes connections on to instances in turn; one that does not accept is passed over. */
export class Balancer {
  private constructor(
    private readonly servers: readonly Server[],
    private readonly sockets: ReadonlySet<Socket>,
  ) {}

  /** Listens on every route. */
  static async start(routes: readonly Route[]): Promise<Balancer> {
    const sockets = new Set<Socket>();
    const servers = routes.map((route) => serve(route, sockets));
    await Promise.all(servers.map((server) => once(server, 'listening')));
    return new Balancer(servers, sockets);
  }

  /** Ends every connection, and listens no more. */
  close(): void {
    for (const server of this.servers) server.close();
    for (const socket of this.sockets) socket.destroy();
  }
}

function serve({ host, port, targets }: Route, sockets: Set<Socket>): Server {
  let turn = 0;
  return createServer((client) => {
    turn += 1;
    const inTurn = targets.map((_, index) => targets[(turn + index) % targets.length]);
    keep(client, sockets);
    void connect(
      client,
      inTurn.filter((target) => target !== undefined),
      sockets,
    );
  }).listen({ host, port });
}

/** Joins a client with the first target that accepts; its own end ends the other. */
async function connect(client: Socket, targets: readonly number[], sockets: Set<Socket>): Promise<void> {
  for (const target of targets) {
    const instance = createConnection({ host: '127.0.0.1', port: target });
    keep(instance, sockets);
    const late = setTimeout(() => instance.destroy(), CONNECT_MS_MAX);
    const isConnected = await once(instance, 'connect').then(
      () => true,
      () => false,
    );
    clearTimeout(late);
    if (!isConnected) continue;
    client.once('close', () => instance.destroy());
    instance.once('close', () => client.destroy());
    if (client.destroyed) instance.destroy();
    client.pipe(instance).pipe(client);
    return;
  }
  client.destroy();
}

/** An error ends a connection, and nothing else. */
function keep(socket: Socket, sockets: Set<Socket>): void {
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  sockets.add(socket);
  socket.once('close', () => sockets.delete(socket));
}
