import { describe, expect, test } from '@jest/globals';
import { type ErrorCode, isErrorCode } from '@platform/errors';
import { refusalsOf } from '@platform/rest-facade/refusals';
import { routes as restRoutes, toolOnlyRoutes } from '@platform/rest-facade/routes';
import { venueIds } from '@platform/venues/registry';
import { declaredRefusals, proceduresOf } from './procedures.js';
import { sourceFiles } from './repository.js';

/** A refusal is declared once, beside its procedure in the contracts; routes and services are compared with that. */

const routes = [...restRoutes, ...toolOnlyRoutes];
const declared = declaredRefusals();
const nameOf = ({ method, path }: (typeof routes)[number]) => `${method} ${path}`;

/** Codes of the facade or a subgraph itself: no procedure returns them. */
const saidBefore: Readonly<Record<string, readonly ErrorCode[]>> = {
  // The subgraph, of an id that the batch has no backtest for.
  'GET /runtime/backtests/{id}': ['backtest_not_found'],
  // The same, of a deployment.
  'GET /runtime/deployments/{id}': ['deployment_not_found'],
  'GET /runtime/deployments/{id}/metrics': ['deployment_not_found'],
  // The facade, of a report that nobody asked for.
  'GET /runtime/deployments/{id}/parity': ['invalid_state'],
  // The facade, of what is planned.
  'GET /context/traders': ['feature_not_available'],
  'GET /context/traders/{wallet}': ['feature_not_available'],
  // The facade, of a backtest that hasn't finished.
  'GET /runtime/backtests/{id}/trades.csv': ['invalid_state'],
};

/** Codes of a procedure that no caller of the route can cause. */
const outOfReach: Readonly<Record<string, readonly ErrorCode[]>> = {
  // They name no wallet, and the last one names that of an account which the caller owns.
  'GET /wallet': ['account_not_owned'],
  'GET /wallet/deposits': ['account_not_owned'],
  'GET /account/{venue}/{id}/wallet': ['account_not_owned'],
  // The facade continues with cursors that it received a moment ago.
  'GET /runtime/backtests/{id}/trades.csv': ['invalid_cursor'],
};

function missing(wanted: Iterable<string>, from: Iterable<string>): string[] {
  const there = new Set(from);
  return [...new Set(wanted)].filter((code) => !there.has(code)).sort();
}

test('every route names its procedures, and every procedure that one names exists', () => {
  expect(Object.keys(proceduresOf).sort()).toEqual(routes.map(nameOf).sort());
  expect(missing(Object.values(proceduresOf).flat(), declared.keys())).toEqual([]);
});

describe('a route documents what its procedures refuse with, and nothing else', () => {
  test.each(routes.map((route) => [nameOf(route), route] as const))('%s', (name, route) => {
    const answered = [...(proceduresOf[name] ?? []).flatMap((procedure) => declared.get(procedure) ?? [])];
    expect({
      excluded: missing(answered, [...refusalsOf(route), ...(outOfReach[name] ?? [])]),
      invented: missing(route.refusals, [...answered, ...(saidBefore[name] ?? [])]),
    }).toEqual({ excluded: [], invented: [] });
  });
});

/** Codes of every procedure's server, or of helpers that several services share. */
const shared = [
  'unauthorized',
  'insufficient_permissions',
  'mandate_exceeded',
  'invalid_request',
  'invalid_cursor',
  'idempotency_key_required',
  'idempotency_key_conflict',
  'deadline_exceeded',
];

/** Codes that a service passes on from another service that it calls. */
const passedOn: Readonly<Record<string, readonly ErrorCode[]>> = {
  runtime: ['context_store_unavailable', 'context_upstream_unavailable', 'wallet_upstream_unavailable'],
};

/** Shared folders that throw codes on behalf of the services that use them. */
const REFUSING_FOLDER = { specifier: '@platform/keys/one-time-codes', path: 'common/keys/src/one-time-codes/' };

/** The sources of a service and of its part of each venue, with those of the shared folder that refuses for it where it uses that. */
function sourcesOf(service: string): readonly string[] {
  const textsBelow = (...folders: readonly string[]) =>
    sourceFiles('ts')
      .filter(({ path, test: isTest }) => folders.some((folder) => path.startsWith(folder)) && !isTest)
      .map(({ text }) => text);
  const own = textsBelow(`services/${service}/src/`, ...venueIds.map((id) => `venues/${id}/${service}/`));
  const isUsed = own.some((text) => text.includes(`'${REFUSING_FOLDER.specifier}'`));
  return isUsed ? [...own, ...textsBelow(REFUSING_FOLDER.path)] : own;
}

describe('a service refuses with what its procedures declare, and with all of it', () => {
  test.each(['identity', 'wallet', 'context', 'runtime', 'execution'])('%s', (service) => {
    const words = sourcesOf(service).flatMap((text) => [...text.matchAll(/'(\w+)'/g)].map(([, word]) => word ?? ''));
    const thrown = words.filter(isErrorCode);
    const said = [...declared].filter(([name]) => name.startsWith(`${service}.`)).flatMap(([, codes]) => codes);
    expect({
      undeclared: missing(thrown, [...said, ...shared]),
      unthrown: missing(said, [...thrown, ...shared, ...(passedOn[service] ?? [])]),
    }).toEqual({ undeclared: [], unthrown: [] });
  });
});

/** Returns the codes that docstrings declare: from “Throws” to the end of the sentence or of the comment. */
function documentedThrows(text: string): string[] {
  const comments = [...text.matchAll(/\/\*\*[\s\S]*?\*\//g)].map(([comment]) => comment.replace(/\s*\n\s*\* ?/g, ' '));
  const clauses = comments.flatMap((comment) => [...comment.matchAll(/Throws? (.*?)(?:\. |\.?\s*\*\/|; )/g)]);
  return clauses.flatMap(([, clause = '']) =>
    [...clause.matchAll(/`([a-z]+(?:_[a-z]+)*)`/g)].map(([, code = '']) => code),
  );
}

describe('what docstrings say is thrown is a code of the catalogue that the service declares', () => {
  test.each(['identity', 'wallet', 'context', 'runtime', 'execution'])('%s', (service) => {
    const said = [...declared].filter(([name]) => name.startsWith(`${service}.`)).flatMap(([, codes]) => codes);
    const documented = sourcesOf(service).flatMap(documentedThrows);
    expect(documented.length).toBeGreaterThan(0);
    expect(missing(documented, [...said, ...shared, ...(passedOn[service] ?? [])])).toEqual([]);
  });
});
