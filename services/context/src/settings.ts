import { httpUrl, integer, secretBytes, secretText } from '@platform/config';
import { serviceSettings } from '@platform/service';
import { z } from 'zod';

/** The venue's own limit for an address. */
const HYPERLIQUID_WEIGHT_PER_MINUTE = 1_200;

/** The environment of the context service. */
export const settings = {
  ...serviceSettings,
  MONGODB_URI: secretText.describe('MongoDB deployment; the database is `context`'),
  OBJECT_STORE_URL: z.string().describe('where history is stored, for example file:///path'),
  CURSOR_SECRET: secretBytes(32).describe('signs cursors; 32 bytes in base64'),
  HYPERLIQUID_API_URL: httpUrl.describe("base of Hyperliquid's API"),
  HYPERLIQUID_WEIGHT_PER_MINUTE: integer(100, 10_000_000)
    .default(HYPERLIQUID_WEIGHT_PER_MINUTE)
    .describe('request weight that Hyperliquid allows this address a minute'),
};
