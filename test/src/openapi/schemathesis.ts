import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { catalogue, type ErrorCode } from '@platform/errors';
import { CommandFailed, run } from '@platform/kit/provisioning';
import { legacyRoutes } from '@platform/rest-facade/legacy';
import { routes } from '@platform/rest-facade/routes';
import type { Caller } from '../platform/caller.js';
import { provisionPython } from '../venues/python.js';
import { closed } from './closed.js';
import { unifiedPart } from './document.js';

/** The number of tries. */
export interface Effort {
  /** Cases per operation in each phase. */
  readonly examplesMax: number;
  readonly seed: number;
  readonly timeoutMs: number;
}

/** The caller, another who must not see the first one's records, and existing ids to replace those in the document's examples. */
export interface Asking {
  readonly owner: Caller;
  readonly stranger: Caller;
  readonly existing: Readonly<Record<string, string>>;
  /** Bodies that are accepted, by operation. */
  readonly accepted: Readonly<Record<string, unknown>>;
}

const HOOKS = fileURLToPath(new URL('./hooks.py', import.meta.url));

/** What is fired at. */
interface Target {
  readonly path: string;
  /** The checks of answers. */
  readonly checks: string;
  readonly prepared: (document: unknown) => unknown;
}

const targets = {
  unified: { path: '/openapi.json', checks: 'all', prepared: (document) => closed(unifiedPart(document)) },
  // Published clients send more than it documents, and less.
  legacy: { path: '/legacy/openapi.json', checks: 'not_a_server_error', prepared: (document) => document },
} as const satisfies Readonly<Record<string, Target>>;

/** Fires requests at every operation of a document of the platform; returns the output, or throws it. */
export async function fuzz(
  asking: Asking,
  { examplesMax, seed, timeoutMs }: Effort,
  surface: keyof typeof targets = 'unified',
): Promise<string> {
  const { path, checks, prepared } = targets[surface];
  const python = await provisionPython('schemathesis');
  const directory = await mkdtemp(join(tmpdir(), 'schemathesis-'));
  const lines: string[] = [];
  const baseUrl = asking.owner.baseUrl;
  try {
    await writeFile(join(directory, 'users.json'), JSON.stringify(usersOf(asking)));
    await writeFile(join(directory, 'schemathesis.toml'), configuration(seed));
    const { body: document } = await asking.owner.send('GET', path);
    await writeFile(join(directory, 'openapi.json'), JSON.stringify(prepared(document)));
    const effort = ['--max-examples', String(examplesMax), '--continue-on-failure'];
    const command = ['-m', 'schemathesis.cli', 'run', 'openapi.json', '--url', baseUrl, '--checks', checks];
    await run(python, [...command, ...effort], {
      cwd: directory,
      env: {
        PATH: process.env['PATH'],
        EXISTING: JSON.stringify(asking.existing),
        ACCEPTED: JSON.stringify(asking.accepted),
      },
      timeoutMs,
      onLine: (line) => lines.push(line),
    });
    return lines.join('\n');
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    throw new Error([...lines, error.message.split('\n', 1)[0]].join('\n'));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

function usersOf({ owner, stranger }: Asking) {
  const user = (name: string, { apiKey, sessionToken }: Caller) => ({
    name,
    fixedHeaders: [
      { name: 'x-api-key', value: apiKey },
      { name: 'authorization', value: `Bearer ${sessionToken}` },
    ],
  });
  return { auth: [user('owner', owner), user('stranger', stranger)] };
}

/** Every check is on; a well-formed request may get the codes that its route documents. */
function configuration(seed: number): string {
  const operations = routes.map((route) => {
    const statuses = statusesOf(route.refusals);
    const accepted = ['2xx', '401', '403', '404', '409', '429', ...statuses, ...(takesCursor(route) ? ['400'] : [])];
    const planned = statuses.filter((status) => status === '501');
    return operation(`${route.method} ${route.path}`, accepted, ['2xx', '4xx', ...planned]);
  });
  const older = legacyRoutes.map(({ method, path }) =>
    operation(`${method} ${path}`, ['2xx', '4xx'], ['2xx', '4xx', '501']),
  );
  const unready = operation('GET /readyz', ['2xx', '503'], ['2xx', '4xx', '503']);
  const common = [
    `seed = ${seed}`,
    `hooks = ${JSON.stringify(HOOKS)}`,
    '[generation]\ndatabase = "none"',
    '[cache]\nenabled = false',
    '[auth.wfc]\npath = "users.json"\nuser = "owner"\npeers = ["owner", "stranger"]',
  ];
  return [...common, ...operations, ...older, unready].join('\n\n');
}

function operation(name: string, accepted: readonly string[], notFaults: readonly string[]): string {
  return `[[operations]]
include-name = ${JSON.stringify(name)}
checks.positive_data_acceptance.expected-statuses = ${JSON.stringify([...new Set(accepted)])}
checks.not_a_server_error.expected-statuses = ${JSON.stringify(notFaults)}`;
}

function statusesOf(codes: readonly ErrorCode[]): string[] {
  return codes.map((code) => String(catalogue[code].http)).filter((status) => status < '502');
}

/** A cursor is opaque: its format does not show which list it belongs to. */
function takesCursor({ request: { query } }: (typeof routes)[number]): boolean {
  return !query.safeParse({ cursor: '' }).error?.issues.some(({ code }) => code === 'unrecognized_keys');
}
