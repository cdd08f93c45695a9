/** A mail provider that reveals too much: its refusals repeat its input. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** What it refuses, and repeats in the refusal: the sender's password, or the message. */
type Refusal = 'nothing' | 'password' | 'message';

export class EchoingMailServer {
  refuses: Refusal = 'nothing';
  /** The codes of all messages, oldest first, refused ones too. */
  readonly codes: string[] = [];
  /** The texts of its refusals. */
  readonly said: string[] = [];

  private constructor(
    private readonly server: SMTPServer,
    private readonly port: number,
  ) {}

  static async start(): Promise<EchoingMailServer> {
    let self: EchoingMailServer | undefined;
    const server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ password }, _session, callback) => {
        if (self?.refuses === 'password') callback(self.#refusal(`wrong password ${password}`));
        else callback(null, { user: 'platform' });
      },
      onData: (stream, _session, callback) => {
        text(stream).then((message) => {
          const code = /(?<!\S)\d{6}(?!\S)/.exec(message)?.[0] ?? '';
          self?.codes.push(code);
          callback(self?.refuses === 'message' ? self.#refusal(`no, your code is ${code} alone`) : null);
        }, callback);
      },
    });
    const listener = server.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    self = new EchoingMailServer(server, (listener.address() as AddressInfo).port);
    return self;
  }

  /** The value of `SMTP_URL`. */
  url(password: string): string {
    return `smtp://platform:${password}@127.0.0.1:${this.port}`;
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  #refusal(message: string): Error {
    this.said.push(message);
    return new Error(message);
  }
}
