import { PlatformError } from '@platform/errors';
import { DeliveryError, type Mailer, type Message } from './mailer.js';

/**
 * Sends a message whose content was recorded before; `withdraw` takes that back where the message certainly did not leave. Throws
 * `email_delivery_failed`.
 */
export async function sendRecorded(mailer: Mailer, message: Message, withdraw: () => Promise<void>): Promise<void> {
  try {
    await mailer.send(message);
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    if (error.provenUnsent) await withdraw();
    throw new PlatformError('email_delivery_failed', { cause: error });
  }
}
