import { address, flag, integer, logLevel, secretBytes, secretText } from '@platform/config';
import { grpcTlsSettings } from '@platform/grpc';
import { z } from 'zod';

const smtpUrl = z.url({ protocol: /^smtps?$/, error: 'must be an smtp or smtps address' }).pipe(secretText);

/** The environment of the identity service. */
export const settings = {
  GRPC_LISTEN: address.describe('host:port to listen on'),
  MONGODB_URI: secretText.describe('MongoDB deployment; the database is `identity`'),
  TRUSTED_KEYS_FILE: z.string().describe('public keys of all workloads'),
  IDENTITY_HASH_SECRET: secretBytes(32).describe('key that e-mail codes are hashed with; 32 bytes in base64'),
  SMTP_URL: smtpUrl.describe('mail provider, smtp:// or smtps://'),
  EMAIL_FROM: z.string().default('no-reply@trading-platform.test').describe('sender of messages'),
  EMAIL_PROVIDER_CONFIGURED: flag
    .default(true)
    .describe('whether SMTP_URL reaches people; false for a sandbox mailbox beside real chains'),
  RATE_LIMIT_PER_MINUTE: integer(1, 1_000_000).default(600).describe('requests a minute that each key is granted'),
  RATE_LIMIT_UNAUTHENTICATED_PER_MINUTE: integer(1, 1_000_000)
    .default(120)
    .describe('requests a minute without a valid credential that each client address is granted'),
  RATE_LIMIT_REGISTRATION_PER_MINUTE: integer(1, 1_000_000)
    .default(30)
    .describe('codes asked for and tried a minute that each client address is granted'),
  ...grpcTlsSettings,
  LOG_LEVEL: logLevel,
};
