import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Secret } from '@platform/kit/config';
import { SMTPServer } from 'smtp-server';

/** What the server does with a message: `drop` closes the connection without an answer once it has the content. */
export type Behaviour = 'accept' | 'refuse_recipient' | 'refuse_content' | 'drop';

/** The line of a key. */
const KEY = /^API key: (\S+)\r$/m;

/** A message as received. */
export interface ReceivedMessage {
  readonly to: readonly string[];
  readonly raw: string;
}

/** A real SMTP server that keeps what it receives; it accepts mail from everybody but no logins. */
export class TestMailbox {
  readonly messages: ReceivedMessage[] = [];
  behaviour: Behaviour = 'accept';
  /** How long a client waits for the greeting. */
  greetingDelayMs = 0;
  readonly #server: SMTPServer;

  private constructor() {
    this.#server = new SMTPServer({
      authOptional: true,
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      disableReverseLookup: true,
      onAuth: (_credentials, _session, callback) => callback(new Error('wrong password')),
      onConnect: (_session, callback) => void setTimeout(callback, this.greetingDelayMs),
      onRcptTo: (_address, _session, callback) =>
        callback(this.behaviour === 'refuse_recipient' ? new Error('no such mailbox') : null),
      onData: (stream, session, callback) => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        text(stream)
          .then((raw) => {
            if (this.behaviour === 'refuse_content') return callback(new Error('content refused'));
            this.messages.push({ to, raw });
            if (this.behaviour === 'accept') callback();
            else for (const { _socket: socket } of this.#server.connections) socket?.destroy();
          })
          .catch(callback);
      },
    });
    this.#server.on('error', () => {});
  }

  static async start(): Promise<TestMailbox> {
    const mailbox = new TestMailbox();
    await new Promise<void>((resolve) => mailbox.#server.listen(0, '127.0.0.1', resolve));
    return mailbox;
  }

  get url(): Secret {
    const { port } = this.#server.server.address() as AddressInfo;
    return new Secret(`smtp://127.0.0.1:${port}`);
  }

  /** Returns the key and the link's token of the newest message to the address that holds a key. */
  newestKeyFor(address: string): { apiKey: string; token: string } {
    const { raw } = this.messages.findLast(({ to, raw }) => to.includes(address) && KEY.test(raw)) ?? { raw: '' };
    const [, apiKey] = KEY.exec(raw) ?? [];
    const [, token] = /^https:\S+\?token=(\S+)\r$/m.exec(raw) ?? [];
    if (apiKey === undefined || token === undefined) throw new Error('no message with a key and a link');
    return { apiKey, token };
  }

  /** Returns the only six-digit word of each message with a code to the address, oldest first. */
  codesFor(address: string): string[] {
    return this.messages
      .filter(({ to, raw }) => to.includes(address) && !KEY.test(raw))
      .map(({ raw }) => {
        const words = raw.match(/\b\d{6}\b/g) ?? [];
        if (words.length !== 1) throw new Error(`${words.length} words of six digits`);
        return words[0] ?? '';
      });
  }

  /** Returns the latest code. */
  newestCodeFor(address: string): string {
    const code = this.codesFor(address).at(-1);
    if (code === undefined) throw new Error('no message');
    return code;
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}
