import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { Secret } from './secret.js';

/** The environment variables of the process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Stops a process that was started with an unusable environment: one line, naming the variable, never its value. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/** The exit status of a process that can't start until its settings or data are changed (EX_CONFIG of sysexits.h). */
export const EXIT_CONFIGURATION = 78;

/**
 * Reads the settings of a process once.
 * An empty variable counts as unset. Throws `ConfigurationError` naming the first variable that is wrong.
 */
export function readEnvironment<Shape extends z.ZodRawShape>(
  shape: Shape,
  environment: Environment = process.env,
): z.output<z.ZodObject<Shape>> {
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const result = z.object(shape).safeParse(present);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new ConfigurationError(`${issue?.path.join('.') ?? 'environment'}: ${issue?.message ?? 'is invalid'}`);
}

/** Returns the variables whose names match: those that a child process may inherit without seeing this process's secrets. */
export function inheritedEnvironment(names: RegExp, environment: Environment = process.env): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => names.test(name)));
}

/**
 * Returns the absolute path of a file that a person named to an npm command: npm runs it in another folder, and INIT_CWD is the one where
 * it was typed.
 */
export function typedPath(path: string, environment: Environment = process.env): string {
  return resolve(environment['INIT_CWD'] || '.', path);
}

/** A whole number within bounds, written in decimal. */
export function integer(minimum: number, maximum: number) {
  return z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${minimum} to ${maximum}`)
    .transform(Number)
    .refine((value) => value >= minimum && value <= maximum, `must be a whole number from ${minimum} to ${maximum}`);
}

/** A TCP port; `0` asks for a free one. */
export const port = integer(0, 65_535);

/** A feature flag, `true` or `false`. */
export const flag = z.enum(['true', 'false'], 'must be true or false').transform((value) => value === 'true');

/** `host:port` of a server to listen on or to call. */
export const address = z.string().regex(/^[^\s:/]+:\d{1,5}$/, 'must be host:port');

/** Returns whether a host is this machine for certain: a name or an address of its loopback. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/.test(host);
}

/** Returns the host of a URL, an IPv6 address without its brackets. Throws for text that is none. */
export function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^\[(.*)\]$/, '$1');
}

/** IP addresses and networks (`10.0.0.0/8`), separated by commas. */
export const networks = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine((parts) => parts.every(isNetwork), 'must be IP addresses and networks, separated by commas');

/** Origins of web pages (`https://app.example`), separated by commas; `*` stands for every one. */
export const origins = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine((parts) => parts.every(isOrigin), 'must be origins such as https://app.example, separated by commas, or *');

/** An http or https address. */
export const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });

/** The address of a WebSocket. */
export const webSocketUrl = z.url({ protocol: /^wss?$/, error: 'must be a ws or wss address' });

/** A secret kept as text. */
export const secretText = z.string().transform((value) => new Secret(value));

/** A secret of exactly `length` bytes, written in base64. */
export function secretBytes(length: number) {
  return z
    .string()
    .transform((value) => Buffer.from(value, 'base64'))
    .refine((value) => value.length === length, `must be ${length} bytes in base64`)
    .transform((value) => new Secret(value));
}

/** Secrets as `secretBytes` reads them, separated by commas; none where it is unset. */
export function secretByteList(length: number) {
  return z
    .string()
    .default('')
    .transform((text) => text.split(',').filter((each) => each.trim() !== ''))
    .pipe(z.array(secretBytes(length)));
}

function isOrigin(text: string): boolean {
  return (
    text === '*' || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text)
  );
}

function isNetwork(text: string): boolean {
  const [host = '', prefix, ...rest] = text.split('/');
  const version = isIP(host);
  if (version === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}

/** How much a process logs; `info` when unset. */
export const logLevel = z
  .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace'])
  .default('info')
  .describe('the least severe lines that logs hold');

/** A feature flag: anything but `true` and `false` counts as off, as the interface document says; `isValid` shows whether to warn. */
export const switchedOn = z
  .string()
  .default('false')
  .transform((text) => ({ isOn: text === 'true', isValid: ['true', 'false', ''].includes(text.trim()) }));
