import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A real SMTP server that keeps its messages in memory. */
export class Mailbox implements AsyncDisposable {
  readonly #messages: string[] = [];
  #server: SMTPServer | undefined;
  #port = 0;

  /** Starts one on a free port. */
  static async start(): Promise<Mailbox> {
    const mailbox = new Mailbox();
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onData: (stream, _session, callback) => {
        text(stream)
          .then((message) => {
            mailbox.#messages.push(message);
            callback();
          })
          .catch(callback);
      },
    });
    const listener = server.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    mailbox.#server = server;
    mailbox.#port = (listener.address() as AddressInfo).port;
    return mailbox;
  }

  /** The value of `SMTP_URL`. */
  get url(): string {
    return `smtp://127.0.0.1:${this.#port}`;
  }

  /** Returns the code in the newest message. */
  newestCode(): string {
    return /\b\d{6}\b/.exec(this.#messages.at(-1) ?? '')?.[0] ?? '';
  }

  /** Returns the key and the link's token in the newest message. */
  newestKey(): { readonly apiKey: string; readonly token: string } {
    const message = this.#messages.at(-1) ?? '';
    const found = (pattern: RegExp) => pattern.exec(message)?.[1] ?? '';
    return { apiKey: found(/^API key: (\S+)\r$/m), token: found(/\/auth\/magic-link\?token=(\S+)\r$/m) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await new Promise<void>((resolve) =>
      this.#server === undefined ? resolve() : this.#server.close(() => resolve()),
    );
  }
}
