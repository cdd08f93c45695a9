import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Secret } from '@platform/kit/config';
import { createLogger } from '@platform/observability/logging';
import { TestMailbox } from '../testing/mailbox.js';
import { Mailer } from './mailer.js';

const message = { to: 'owner@example.com', subject: 'Your code', text: 'Your code is 123456' };
const logger = createLogger({ process: 'identity', level: 'silent' });
let mailbox: TestMailbox;

beforeAll(async () => {
  mailbox = await TestMailbox.start();
});

afterAll(() => mailbox.close());

/** Sends a message to the provider, which speaks no TLS, at an address that is not the loopback's by its name. */
function send(parameters: string, allowWithoutTls?: boolean): Promise<void> {
  const url = new Secret(mailbox.url.reveal().replace('127.0.0.1', '0.0.0.0') + parameters);
  return new Mailer(url, 'no-reply@trading-platform.test', logger, allowWithoutTls).send(message);
}

test.each(['', '/?ignoreTLS=true', '/?opportunisticTLS=true'])(
  'a provider on another machine without TLS, at an address that ends in "%s", gets no message',
  async (parameters) => {
    await expect(send(parameters)).rejects.toMatchObject({ name: 'DeliveryError', provenUnsent: true });
    expect(mailbox.messages).toEqual([]);
  },
);

test('it gets them where that is allowed', async () => {
  await send('', true);
  expect(mailbox.codesFor(message.to)).toEqual(['123456']);
});
