import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import type { Clock } from '@platform/kit/clock';
import type { Logger } from '@platform/observability/logging';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { isStorable, MailboxStore } from './store.js';

const MESSAGE_BYTES_MAX = 1024 * 1024;
const CLIENTS_MAX = 50;
const SOCKET_TIMEOUT_MS = 10_000;

/** Starts an SMTP server that keeps each message as one file per recipient; nothing leaves the machine. */
export async function startMailbox(options: {
  host: string;
  port: number;
  /** The folder of the messages; made when missing. */
  directory: string;
  clock: Clock;
  logger: Logger;
}): Promise<{ close(): Promise<void> }> {
  const { host, port, directory, clock, logger } = options;
  const store = new MailboxStore(directory, clock);
  await store.open();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MESSAGE_BYTES_MAX,
    maxClients: CLIENTS_MAX,
    socketTimeout: SOCKET_TIMEOUT_MS,
    onRcptTo: ({ address }, _session, callback) => {
      callback(isStorable(address) ? null : refusal(553, 'the sandbox mailbox cannot keep a file of this name'));
    },
    onData: (stream, session, callback) => {
      keep(stream, session, store).then(
        () => callback(null),
        (error) => {
          logger.error({ err: error }, 'a message could not be kept');
          callback(error instanceof Error ? error : new Error('a message could not be kept'));
        },
      );
    },
  });
  server.on('error', (error) => logger.warn({ err: error }, 'mailbox connection failed'));
  server.listen(port, host);
  await once(server.server, 'listening');
  return { close: () => new Promise((resolve) => server.close(resolve)) };
}

async function keep(stream: SMTPServerDataStream, session: SMTPServerSession, store: MailboxStore): Promise<void> {
  const message = await buffer(stream);
  if (stream.sizeExceeded) throw refusal(552, `a message may have ${MESSAGE_BYTES_MAX} bytes`);
  for (const { address } of session.envelope.rcptTo) await store.add(address, message);
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
