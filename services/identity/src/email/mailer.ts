import { hostOf, isLoopback, type Secret } from '@platform/kit/config';
import type { Logger } from '@platform/observability/logging';
import { createTransport, type NodemailerError, type SMTPTransportOptions } from 'nodemailer';

/** A plain-text message. */
export interface Message {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** A message that was not delivered, as far as the platform knows. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError';

  constructor(
    /** Whether it is certain that the message will not arrive; after a broken connection it is not. */
    readonly provenUnsent: boolean,
    options?: ErrorOptions,
  ) {
    super('the message was not delivered', options);
  }
}

/** From the lookup to the greeting, which providers delay on purpose to drive senders of spam away (RFC 5321 allows minutes). */
const CONNECTION_TIMEOUT_MS = 7_000;
const SEND_TIMEOUT_MS = 8_000;
const SENDS_MAX = 100;

/** Sends mail over SMTP, each message once and within 8 s. */
export class Mailer {
  readonly #transport: ReturnType<typeof createSmtpTransport>;
  #sending = 0;

  constructor(
    smtpUrl: Secret,
    private readonly from: string,
    private readonly logger: Logger,
    /** Whether a provider on another machine may get codes without TLS; else messages to it are not sent. */
    allowWithoutTls = false,
  ) {
    this.#transport = createSmtpTransport(smtpUrl, allowWithoutTls);
  }

  /** Sends a message to the provider. Throws `DeliveryError`; the log gets the reason without address or text. */
  async send(message: Message): Promise<void> {
    if (this.#sending >= SENDS_MAX) throw new DeliveryError(true, { cause: new Error('too many messages at once') });
    this.#sending += 1;
    try {
      await this.#transport.sendMail({ ...message, from: this.from, signal: AbortSignal.timeout(SEND_TIMEOUT_MS) });
    } catch (error) {
      const failure: NodemailerError = error instanceof Error ? error : new Error('unknown', { cause: error });
      const { code, command, responseCode } = failure;
      this.logger.warn({ code, command, responseCode }, 'message not delivered');
      // A provider's own text may repeat the password or the message, so it is not kept, not even as a cause.
      const reason = [code, command, responseCode].filter((part) => part !== undefined).join(' ');
      throw new DeliveryError(isProvenUnsent(failure), { cause: new Error(reason) });
    } finally {
      this.#sending -= 1;
    }
  }
}

function createSmtpTransport(url: Secret, allowWithoutTls: boolean) {
  const options: SMTPTransportOptions = {
    url: url.reveal(),
    // Else somebody on the way could take the provider's offer of STARTTLS out, and read the codes.
    requireTLS: !allowWithoutTls && !isLoopback(hostOf(url.reveal())),
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    socketTimeout: SEND_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  return createTransport(options);
}

/** Failures that occur before the message's content is sent. */
const BEFORE_CONTENT = new Set(['EAUTH', 'EDNS', 'EENVELOPE', 'ETLS']);
const BEFORE_CONTENT_TIMEOUTS = new Set(['CONNECT_TIMEOUT', 'GREETING_TIMEOUT']);

/** Returns whether the message certainly was not sent: the provider refused it explicitly, or the content can't have left. */
function isProvenUnsent(error: NodemailerError): boolean {
  return (
    (error.responseCode ?? 0) >= 400 ||
    error.syscall === 'connect' ||
    BEFORE_CONTENT.has(error.code ?? '') ||
    BEFORE_CONTENT_TIMEOUTS.has(error.timeoutType ?? '')
  );
}
