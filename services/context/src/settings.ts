import { integer, secretBytes } from '@platform/kit/config';
import { serviceSettings } from '@platform/rpc/service';
import { mongoSettings } from '@platform/store/mongo';
import { objectCacheSettings, objectStoreSettings } from '@platform/store/objects';
import { venueSettings } from '@platform/venues/context';
import { switches } from '@platform/venues/registry';
import { z } from 'zod';

/** The platform's name in the releases that it publishes: a platform reads only its own. */
export const datasetEnvironment = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,30}$/, 'must be lower-case letters, digits and hyphens')
  .describe("this platform's name in the dataset releases that it publishes; releases of another name are not read");

/** The environment of the context service. */
export const settings = {
  ...serviceSettings,
  ...mongoSettings('context'),
  ...objectStoreSettings,
  ...objectCacheSettings,
  CURSOR_SECRET: secretBytes(32).describe('signs cursors; 32 bytes in base64'),
  INTELLIGENCE_INTERVAL_SECONDS: integer(1, 600)
    .default(300)
    .describe('time between scans of the markets; with a scan older than ten minutes the platform is not ready'),
  DATASET_ENVIRONMENT: datasetEnvironment,
  DATASET_RELEASE_INTERVAL_SECONDS: integer(10, 31_536_000)
    .default(86_400)
    .describe('a market of a venue with releases is published again at most this often'),
  REQUESTED_MARKETS_MAX: integer(0, 500)
    .default(200)
    .describe('how many markets of a venue that is searched are collected because accounts ask for them; 0: none'),
  ...switches,
  ...venueSettings,
};
