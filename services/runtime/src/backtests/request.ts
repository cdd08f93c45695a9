import { isPlainName, PlatformError, parse, plainNameRule, repeatedPath } from '@platform/errors';
import { JsonRefused, parseJsonObject } from '@platform/kit/json';
import type { CheckStrategyRequest, CreateBacktestRequest } from '@platform/protos/runtime';
import { frameworkIds, venueIds } from '@platform/venues/registry';
import { z } from 'zod';
import { checkNames } from '../frameworks/checks.js';
import { range } from './range.js';

const CODE_BYTES_MAX = 256 * 1024;
const CONFIG_BYTES_MAX = 64 * 1024;
const SYMBOLS_MAX = 50;
const CLASS_NAME_MAX = 100;
/** Characters of a backtest's name. */
export const BACKTEST_NAME_MAX = 100;
const IDENTIFIER = /^[\p{XID_Start}_]\p{XID_Continue}*$/u;

/** The text of a JSON object, which stays text: only the framework reads what is in it. */
export const jsonObjectText = z.string().superRefine((text, context) => {
  try {
    parseJsonObject(text);
  } catch (error) {
    if (!(error instanceof JsonRefused)) throw error;
    const { message, path } = error;
    context.addIssue({ code: 'custom', message, path: path.length === 0 ? [] : [repeatedPath(path)] });
  }
});

/** A pinned version of a framework. */
export const imageDigestSchema = z.string().regex(/^sha256:[0-9a-f]{64}$/, 'must be sha256: and 64 hex characters');

const aliases = z
  .array(z.string())
  .max(SYMBOLS_MAX, `must name at most ${SYMBOLS_MAX} symbols`)
  .refine((symbols) => new Set(symbols).size === symbols.length, 'must not name a symbol twice');

/** The fields by the names that REST gives them, so that a problem is found where the caller wrote it. */
const schema = z.object({
  framework: z.enum(frameworkIds),
  venue: z.enum(venueIds),
  symbols: aliases.min(1, 'must name at least one symbol'),
  code: z.string().min(1, 'must not be empty'),
  config: jsonObjectText,
  range,
  image_digest: imageDigestSchema.optional(),
  strategy_class: z
    .string()
    .max(CLASS_NAME_MAX, `must be at most ${CLASS_NAME_MAX} characters`)
    .regex(IDENTIFIER, 'must be the name of a Python class')
    .optional(),
  name: z
    .string()
    .min(1, 'must not be empty')
    .max(BACKTEST_NAME_MAX, `must be at most ${BACKTEST_NAME_MAX} characters`)
    .refine(isPlainName, plainNameRule)
    .optional(),
  checks: z
    .array(z.enum(checkNames))
    .refine((checks) => new Set(checks).size === checks.length, 'must not name a check twice'),
});

/** A well-formed request; whether it can run is not known yet. */
export type BacktestRequest = z.output<typeof schema>;

/** What is written may be checked before its markets are chosen. */
const checkSchema = schema
  .pick({ framework: true, venue: true, code: true, config: true, image_digest: true, strategy_class: true })
  .extend({ symbols: aliases });

/** A well-formed request to check a strategy. */
export type CheckRequest = z.output<typeof checkSchema>;

/** Checks the form of a request. Throws `payload_too_large` or `invalid_request` naming each wrong field. */
export function parseCreateRequest(message: CreateBacktestRequest): BacktestRequest {
  requireSourceSize(message);
  const { rangeFrom: from, rangeTo: to, name, checks } = message;
  return parse(schema, { ...writtenOf(message), range: { from, to }, name, checks });
}

/** The same of a request to check a strategy. */
export function parseCheckRequest(message: CheckStrategyRequest): CheckRequest {
  requireSourceSize(message);
  return parse(checkSchema, writtenOf(message));
}

function writtenOf(message: CheckStrategyRequest) {
  return {
    framework: message.framework,
    venue: message.venue,
    symbols: message.symbols,
    code: message.code,
    config: message.configJson,
    image_digest: message.imageDigest,
    strategy_class: message.strategyClass,
  };
}

/** Throws `payload_too_large` for a strategy or a config that is longer than either may be. */
export function requireSourceSize({ code, configJson }: { readonly code: string; readonly configJson: string }): void {
  requireSize('code', code, CODE_BYTES_MAX);
  requireSize('config', configJson, CONFIG_BYTES_MAX);
}

function requireSize(path: string, text: string, bytesMax: number): void {
  if (Buffer.byteLength(text) <= bytesMax) return;
  throw new PlatformError('payload_too_large', {
    message: `${path} is larger than ${bytesMax / 1024} KiB.`,
    details: [{ path, message: `must be at most ${bytesMax} bytes` }],
  });
}
