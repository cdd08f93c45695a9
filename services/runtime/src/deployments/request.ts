import { isPlainName, parse, plainNameRule } from '@platform/errors';
import type { CreateDeploymentRequest, ExpiryChange as ExpiryMessage } from '@platform/protos/runtime';
import { frameworkIds, venueIds } from '@platform/venues/registry';
import { z } from 'zod';
import { imageDigestSchema, jsonObjectText, requireSourceSize } from '../backtests/request.js';
import type { ExpiryChange } from './lifecycle.js';
import { expiryModes } from './record.js';

const NAME_MAX = 100;
const REGION_MAX = 40;

/** The name that a caller gives a deployment. */
const name = z
  .string()
  .min(1, 'must not be empty')
  .max(NAME_MAX, `must be at most ${NAME_MAX} characters`)
  .refine(isPlainName, plainNameRule);

const instant = z.int().transform((timeMs) => new Date(timeMs));

const schema = z.object({
  framework: z.enum(frameworkIds),
  image_digest: imageDigestSchema.optional(),
  venue: z.enum(venueIds),
  region: z.string().max(REGION_MAX).optional(),
  mode: z.enum(['paper', 'live']),
  credentials_type: z.enum(['managed', 'self_custody']).default('managed'),
  name,
  code: z.string().min(1, 'must not be empty'),
  config: jsonObjectText,
  alive_until: instant.optional(),
  on_expiry: z.enum(expiryModes).default('stop'),
});

/** A well-formed request; whether it can run is not known yet. */
export type DeploymentRequest = z.output<typeof schema>;

/** Checks the form of a request. Throws `payload_too_large` or `invalid_request` naming each wrong field. */
export function parseDeploymentRequest(message: CreateDeploymentRequest): DeploymentRequest {
  requireSourceSize(message);
  return parse(schema, {
    framework: message.framework,
    image_digest: message.imageDigest,
    venue: message.venue,
    region: message.region,
    mode: message.mode,
    credentials_type: message.credentialsType,
    name: message.name,
    code: message.code,
    config: message.configJson,
    alive_until: message.aliveUntilMs,
    on_expiry: message.onExpiry,
  });
}

const expirySchema = z.object({ alive_until: instant.optional(), on_expiry: z.enum(expiryModes).optional() });

/** Checks a change of expiry. Throws `invalid_request`. */
export function parseExpiryChange(message: ExpiryMessage | null): ExpiryChange {
  if (message === null) return {};
  const parsed = parse(expirySchema, { alive_until: message.aliveUntilMs, on_expiry: message.onExpiry });
  return { aliveUntil: message.never ? null : parsed.alive_until, onExpiry: parsed.on_expiry };
}

/** Checks a new name. Throws `invalid_request`. */
export function parseName(given: string | undefined): string | undefined {
  return parse(z.object({ name: name.optional() }), { name: given }).name;
}
