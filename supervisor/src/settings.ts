import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  ConfigurationError,
  type Environment,
  flag,
  httpUrl,
  integer,
  logLevel,
  masterKeySetting,
  port,
  readEnvironment,
  Secret,
  secretText,
  webSocketUrl,
} from '@platform/kit/config';
import { networkSettings } from '@platform/kit/networks';
import { defaultCacheDirectory } from '@platform/kit/provisioning';
import {
  sandboxMarketDataWeight,
  sandboxReadLag,
  sandboxSeed,
  sandboxWeight,
  sandboxWorld,
} from '@platform/sandbox/parts';
import { venueIds, venueRow } from '@platform/venues/registry';
import type { Hex } from 'viem';
import { z } from 'zod';
import { type GrpcTlsFiles, grpcTlsSettings, readGrpcTls } from './grpc-tls.js';

const PRIVATE_KEY = /^0x[0-9a-fA-F]{64}$/;

/** A private key of an Ethereum account. */
export const privateKeyText = z.custom<Hex>(
  (value) => typeof value === 'string' && PRIVATE_KEY.test(value),
  'must be 0x and 64 hexadecimal digits',
);

const privateKey = privateKeyText.transform((key) => new Secret(key));

const addressForm = { http: httpUrl, ws: webSocketUrl } as const;

/** The addresses of real venues. */
const venueAddresses = Object.fromEntries(
  venueIds.flatMap((id) =>
    (venueRow(id).endpoints?.addresses ?? []).flatMap(({ variable, scheme, real }): [string, z.ZodType<string>][] => {
      const form = addressForm[scheme];
      if (variable === undefined) return [];
      if (real === undefined) return [[variable, form.describe('unset: the sandbox venue')]];
      return [[variable, form.default(real).describe(`unset: the sandbox venue, or ${real} beside real chains`)]];
    }),
  ),
);

/** What lies outside the platform: unset, the sandbox's. All of it is real, or all of it is the sandbox's. @public read by the README's writer */
export const OUTSIDE = {
  ...networkSettings('RPC_URL', ({ name }) => httpUrl.describe(`JSON-RPC of ${name}; unset: an embedded chain`)),
  ...venueAddresses,
};

/** The environment of `npm start`. @public read by the README's writer */
export const settings = {
  PORT: port.default(8080).describe('the REST facade; 0 picks a free port'),
  GATEWAY_PORT: port.default(4000).describe('GraphQL; 0 picks a free port'),
  INSTANCES: integer(1, 4)
    .default(1)
    .describe(
      'how many of each service and of the edge run, connections going to them in turn; beside the sandbox alone',
    ),
  LISTEN_HOST: z.string().default('127.0.0.1').describe('address that the facade and the gateway listen on'),
  PUBLIC_URL: httpUrl.optional().describe('base of addresses in answers; http://localhost and the port when unset'),
  PUBLIC_GRAPHQL_URL: httpUrl
    .optional()
    .describe('address that browsers reach GraphQL at; http://localhost and the port when unset'),
  DATA_DIR: z.string().default('.data').describe('all state of the embedded parts'),
  PLATFORM_CACHE_DIR: z.string().optional().describe('where provisioned parts are kept'),
  MONGODB_URI: secretText.optional().describe('unset: an embedded mongod'),
  OBJECT_STORE_URL: z
    .string()
    .regex(/^(file:\/\/\/|s3:\/\/[a-z0-9])/, 'must be file:///path or s3://bucket/prefix')
    .optional()
    .describe('where objects are kept: `file:///path`, or `s3://bucket/prefix`; unset: a folder of the data directory'),
  DATASET_ENVIRONMENT: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,30}$/, 'must be lower-case letters, digits and hyphens')
    .optional()
    .describe(
      'names this platform in the dataset releases that it publishes and reads; unset: `sandbox` beside sandbox venues, else `production`',
    ),
  DATASET_RELEASE_INTERVAL_SECONDS: integer(10, 31_536_000)
    .default(86_400)
    .describe('how long after its latest dataset release a market is published again, where there are new rows'),
  SMTP_URL: secretText.optional().describe('unset: the sandbox mailbox'),
  EMAIL_FROM: z.string().optional().describe('sender of messages'),
  IDENTITY_PROVIDER_JWKS_URL: httpUrl.optional().describe('unset: the sandbox identity provider, with sandbox chains'),
  IDENTITY_PROVIDER_ISSUER: z.string().optional().describe('issuer that its tokens must name'),
  IDENTITY_PROVIDER_AUDIENCE: z.string().optional().describe('audience that its tokens must name'),
  // The wallet service opens it; here it is only known to be one.
  WALLET_MASTER_KEY: z
    .string()
    .superRefine((text, context) => {
      const [issue] = masterKeySetting.safeParse(text).error?.issues ?? [];
      if (issue !== undefined) context.addIssue(issue.message);
    })
    .pipe(secretText)
    .optional()
    .describe('unset: generated, with sandbox chains only'),
  RELAYER_PRIVATE_KEY: privateKey.optional().describe('pays for gas; unset: generated with sandbox chains, else none'),
  ALLOW_UNISOLATED_STRATEGIES: flag.default(false).describe("run users' strategies even where they can't be isolated"),
  SANDBOX_SEED: sandboxSeed.describe(
    "what simulated markets and the sandbox's disturbances follow from: the same seed, the same ones",
  ),
  SANDBOX_WORLD: sandboxWorld.describe(
    '`harsh`: the sandbox limits, lags, loses and lies as real chains and venues do (docs/sandbox.md)',
  ),
  SANDBOX_READ_LAG_MS: sandboxReadLag.describe(
    'how long after a change every other read of an account at the sandbox venue lacks it; unset: 0, or 2,000 when harsh',
  ),
  SANDBOX_WEIGHT_PER_MINUTE: sandboxWeight.describe(
    "request weight per minute that the sandbox venue allows an address; the default is the real venue's limit",
  ),
  SANDBOX_MARKET_DATA_WEIGHT_PER_MINUTE: sandboxMarketDataWeight.describe(
    'the same for market data, which is read from an address of its own; 0: market data shares the common address',
  ),
  SANDBOX_RECORDINGS_DIR: z
    .string()
    .optional()
    .describe('recordings that the sandbox venues replay (docs/recordings.md)'),
  ...grpcTlsSettings,
  WORKLOAD_KEY_ROTATION_SECONDS: integer(5, 31_536_000)
    .default(86_400)
    .describe('how often the keys that sign internal tokens are replaced, without a restart'),
  METRICS_PORT: port
    .default(0)
    .describe('port of Prometheus metrics; 0 picks a free port; `npm start` gives each process the next one'),
  METRICS_HOST: z.string().default('127.0.0.1').describe('address that metrics are served on'),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl
    .optional()
    .describe('receiver of OpenTelemetry traces (OTLP over HTTP, below /v1/traces); unset: traces are off'),
  LOG_LEVEL: logLevel,
  COMMAND_BEGAN_AT_MS: integer(0, Number.MAX_SAFE_INTEGER)
    .optional()
    .describe('when the command was given, UTC milliseconds, set by `npm start` itself: `ready in` counts from then'),
};

/** Configured together or not at all. */
export const IDENTITY_PROVIDER = [
  'IDENTITY_PROVIDER_JWKS_URL',
  'IDENTITY_PROVIDER_ISSUER',
  'IDENTITY_PROVIDER_AUDIENCE',
] as const;

/** The validated environment of `npm start`. */
export interface SupervisorSettings
  extends Omit<z.output<z.ZodObject<typeof settings>>, 'OBJECT_STORE_URL' | 'DATASET_ENVIRONMENT'> {
  /** Absolute, as is the cache directory. */
  DATA_DIR: string;
  PLATFORM_CACHE_DIR: string;
  OBJECT_STORE_URL: string;
  DATASET_ENVIRONMENT: string;
  /** The real chains and venues; `undefined`: the sandbox's. */
  outside: Readonly<Record<string, string>> | undefined;
  /** The files of mutual TLS between processes, by their variables; `undefined`: without. */
  grpcTls: GrpcTlsFiles | undefined;
}

/** Reads the environment of `npm start`; throws `ConfigurationError` with one line that names the variable. */
export function readSettings(environment: Environment): SupervisorSettings {
  const read = readEnvironment(settings, environment);
  const dataDirectory = resolve(read.DATA_DIR);
  const outside = readOutside(environment);
  const missing = IDENTITY_PROVIDER.filter((name) => read[name] === undefined);
  if (missing.length > 0 && missing.length < IDENTITY_PROVIDER.length)
    throw new ConfigurationError(`${missing[0]}: must be set too: an identity provider is known by all three`);
  if (outside !== undefined && read.WALLET_MASTER_KEY === undefined)
    throw new ConfigurationError('WALLET_MASTER_KEY: must be set with real chains: a generated key is for the sandbox');
  if (outside !== undefined && read.INSTANCES > 1)
    throw new ConfigurationError(
      'INSTANCES: must be 1 with real chains: one machine ends at once, however many run on it',
    );
  return {
    ...read,
    DATA_DIR: dataDirectory,
    PLATFORM_CACHE_DIR: defaultCacheDirectory(environment),
    OBJECT_STORE_URL: read.OBJECT_STORE_URL ?? pathToFileURL(resolve(dataDirectory, 'objects')).href,
    DATASET_ENVIRONMENT: read.DATASET_ENVIRONMENT ?? (outside === undefined ? 'sandbox' : 'production'),
    outside,
    grpcTls: readGrpcTls(read),
  };
}

function readOutside(environment: Environment): SupervisorSettings['outside'] {
  const unset = Object.entries(OUTSIDE).filter(([name]) => !environment[name]);
  if (unset.length === Object.keys(OUTSIDE).length) return undefined;
  const missing = unset.filter(([, form]) => !form.safeParse(undefined).success).map(([name]) => name);
  if (missing.length > 0)
    throw new ConfigurationError(`${missing[0]}: must be set too: chains and venues are all real or all sandbox`);
  return readEnvironment(OUTSIDE, environment);
}
