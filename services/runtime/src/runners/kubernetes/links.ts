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

/** Opens a link to a pod. Rejects where it can't be reached, or what is there does not have the key. */
export async function openLink(
  name: LinkName,
  { host, port, ...known }: LinkKey & { readonly host: string; readonly port: number },
): Promise<TLSSocket> {
  const socket = connect({
    ...{ host, port, ...PROTOCOL },
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
  socket.write(Buffer.of(linkNames.indexOf(name)));
  return socket;
}

/** The links of one program, taken at its pod. */
export interface TakenLinks {
  /** Settles once each link is there. */
  readonly all: Promise<Readonly<Record<LinkName, TLSSocket>>>;
  close(): void;
}

/** Takes each link once, at an address of this pod, from who has the key. */
export async function takeLinks({
  host,
  port,
  ...known
}: LinkKey & { readonly host: string; readonly port: number }): Promise<TakenLinks> {
  const taken = new Map<LinkName, TLSSocket>();
  const all = Promise.withResolvers<Readonly<Record<LinkName, TLSSocket>>>();
  const server = createServer({
    ...PROTOCOL,
    handshakeTimeout: HANDSHAKE_MS_MAX,
    pskCallback: (_socket, identity) => (identity === known.identity ? known.key : null),
  });
  server.maxConnections = CONNECTIONS_MAX;
  server.on('secureConnection', (socket) => {
    socket.on('error', () => {});
    socket.setKeepAlive(true, KEEP_ALIVE_MS);
    socket.once('readable', () => {
      const name = linkNames[first(socket.read(1))];
      if (name === undefined || taken.has(name)) {
        socket.destroy();
        return;
      }
      taken.set(name, socket);
      const [control, input, output, log] = linkNames.map((each) => taken.get(each));
      if (control && input && output && log) all.resolve({ control, input, output, log });
    });
  });
  server.listen(port, host);
  await once(server, 'listening');
  return { all: all.promise, close: () => server.close() };
}

function first(read: unknown): number {
  return Buffer.isBuffer(read) ? (read[0] ?? Number.NaN) : Number.NaN;
}
