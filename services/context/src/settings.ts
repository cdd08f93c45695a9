import { integer, secretBytes, secretText } from '@platform/config';
import { serviceSettings } from '@platform/service';
import { z } from 'zod';
import { venueSettings } from './venues/open.js';

/** The environment of the context service. */
export const settings = {
  ...serviceSettings,
  MONGODB_URI: secretText.describe('MongoDB deployment; the database is `context`'),
  OBJECT_STORE_URL: z.string().describe('where history is stored, for example file:///path'),
  CURSOR_SECRET: secretBytes(32).describe('signs cursors; 32 bytes in base64'),
  INTELLIGENCE_INTERVAL_SECONDS: integer(1, 600)
    .default(300)
    .describe('from one scan of the markets to the next; older than ten minutes, the platform is not ready'),
  ...venueSettings,
};
