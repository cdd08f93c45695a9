/** GraphQL over HTTP as specified, audited by the reference implementation. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Audit, serverAudits } from 'graphql-http';
import { startTestGateway, type TestGateway } from '../testing/platform.js';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway();
});

afterAll(() => gateway.close());

/** Optional parts of the specification, and why they differ here. */
const STATUS = 'a document that can not be understood is 400 whatever is accepted: who looks at the status sees it';
const OTHERWISE: Readonly<Record<string, string>> = { '572B': STATUS, FDE2: STATUS, '7B9B': STATUS };

const audits = (url: string, headers: Record<string, string>): Audit[] =>
  serverAudits({
    url,
    fetchFn: (input: string, init: RequestInit = {}) =>
      fetch(input, { ...init, headers: { ...(init.headers as Record<string, string>), ...headers } }),
  });

/** Queries by GET need it, against requests forged by web pages. */
const preflight = { 'apollo-require-preflight': 'true' };

test.each(audits('', {}).map(({ id, name }) => [name, id]))('%s (%s)', async (name, id) => {
  const headers = name.startsWith('MUST') ? {} : preflight;
  const audit = audits(`${gateway.address}/graphql`, headers).find((candidate) => candidate.id === id);
  expect(await audit?.fn()).toMatchObject(id in OTHERWISE ? { status: 'warn' } : { status: 'ok' });
});
