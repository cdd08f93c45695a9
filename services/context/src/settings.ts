import { address, logLevel, secretBytes, secretText } from '@platform/config';
import { grpcTlsSettings } from '@platform/grpc';
import { z } from 'zod';
import { venueSettings } from './venues/open.js';

/** The environment of the context service. */
export const settings = {
  GRPC_LISTEN: address.describe('host:port to listen on'),
  MONGODB_URI: secretText.describe('MongoDB deployment; the database is `context`'),
  OBJECT_STORE_URL: z.string().describe('where history is stored, for example file:///path'),
  TRUSTED_KEYS_FILE: z.string().describe('public keys of all workloads'),
  CURSOR_SECRET: secretBytes(32).describe('signs cursors; 32 bytes in base64'),
  ...venueSettings,
  ...grpcTlsSettings,
  LOG_LEVEL: logLevel,
};
