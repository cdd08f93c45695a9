import { once } from 'node:events';
import { connect, createServer, type TLSSocket, type TlsOptions } from 'node:tls';

/** Both ends know one key, and no authority issues certificates: TLS 1.3 by a shared key, fresh for each connection. */
const PROTOCOL = {
  minVersion: 'TLSv1.3',
  maxVersion: 'TLSv1.3',
  // Those whose digest is that of a key of unknown origin.
  ciphers: 'TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256',
} as const satisfies TlsOptions;
const HANDSHAKE_MS_MAX = 10_000;
/** One of each link, and some that are refused. */
const CONNECTIONS_MAX = 16;
/** A link whose other end has gone without a word is found out. */
const KEEP_ALIVE_MS = 10_000;

/** A connection for each stream of a program, so that one which nobody reads holds up no other, and one for what is said of it. */
export const linkNames = ['control', 'input', 'output', 'log'] as const;
export type LinkName = (typeof linkNames)[number];

/** What both ends know of each other. */
export interface LinkKey {
  /** The name of the pod's owner. */
  readonly identity: string;
  readonly key: Buffer;
}

/** Where links are taken, and by which key. */
export interface LinkPlace extends LinkKey {
  readonly host: string;
  readonly port: number;
}

/** Opens a link to a pod, which is told its name. Rejects where it can't be reached, or what is there does not have the key. */
export async function openLink(name: string, { host, port, ...known }: LinkPlace): Promise<TLSSocket> {
  const socket = connect({
    ...{ host, port, ...PROTOCOL, ALPNProtocols: [name] },
    pskCallback: () => ({ psk: known.key, identity: known.identity }),
    // There is no certificate: who does not have the key gets no connection.
    checkServerIdentity: () => undefined,
  });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(HANDSHAKE_MS_MAX) });
  } catch (error) {
    socket.destroy();
    throw error;
  }
  socket.setKeepAlive(true, KEEP_ALIVE_MS);
  // Errors are told by the close that follows.
  socket.on('error', () => {});
  return socket;
}

/** Takes links at an address of this pod, from who has the key. */
export async function serveLinks(
  { host, port, ...known }: LinkPlace,
  options: {
    readonly names: readonly string[];
    readonly connectionsMax: number;
    readonly onLink: (name: string, link: TLSSocket) => void;
  },
): Promise<{ close(): void }> {
  const server = createServer({
    ...{ ...PROTOCOL, handshakeTimeout: HANDSHAKE_MS_MAX, ALPNProtocols: [...options.names] },
    pskCallback: (_socket, identity) => (identity === known.identity ? known.key : null),
  });
  server.maxConnections = options.connectionsMax;
  server.on('secureConnection', (socket) => {
    socket.on('error', () => {});
    socket.setKeepAlive(true, KEEP_ALIVE_MS);
    const name = socket.alpnProtocol;
    if (typeof name === 'string') options.onLink(name, socket);
    else socket.destroy();
  });
  server.listen(port, host);
  await once(server, 'listening');
  return server;
}

/** The links of one program, taken at its pod. */
export interface TakenLinks {
  /** Settles once each link is there. */
  readonly all: Promise<Readonly<Record<LinkName, TLSSocket>>>;
  close(): void;
}

/** Takes each link once, at an address of this pod, from who has the key. */
export async function takeLinks(place: LinkPlace): Promise<TakenLinks> {
  const taken = new Map<string, TLSSocket>();
  const all = Promise.withResolvers<Readonly<Record<LinkName, TLSSocket>>>();
  const server = await serveLinks(place, {
    ...{ names: linkNames, connectionsMax: CONNECTIONS_MAX },
    onLink: (name, socket) => {
      if (taken.has(name)) {
        socket.destroy();
        return;
      }
      taken.set(name, socket);
      const [control, input, output, log] = linkNames.map((each) => taken.get(each));
      if (control && input && output && log) all.resolve({ control, input, output, log });
    },
  });
  return { all: all.promise, close: () => server.close() };
}
