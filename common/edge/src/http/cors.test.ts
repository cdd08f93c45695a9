import { describe, expect, test } from '@jest/globals';
import { corsAnswer } from './cors.js';

const options = { origins: ['https://app.example'], ownUrl: () => 'http://localhost:8080/' };

function ask(origin: string | undefined, method = 'GET', more: Record<string, string> = {}) {
  return corsAnswer({ method, headers: { ...(origin === undefined ? {} : { origin }), ...more } }, options);
}

describe('an answer names the origin', () => {
  test.each(['https://app.example', 'http://localhost:8080', 'http://127.0.0.1:8080'])('of %s', (origin) => {
    const { headers, isPreflight } = ask(origin);
    expect(headers).toMatchObject({ vary: 'origin', 'access-control-allow-origin': origin });
    expect(headers['access-control-expose-headers']).toMatch(/x-request-id/);
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
    expect(isPreflight).toBe(false);
  });

  test('of everybody where every origin may', () => {
    const everybody = { origins: ['*'], ownUrl: () => '' };
    const { headers } = corsAnswer({ method: 'GET', headers: { origin: 'https://else.example' } }, everybody);
    expect(headers['access-control-allow-origin']).toBe('https://else.example');
  });
});

test.each([
  'https://else.example',
  'https://app.example.evil.example',
  'https://app.example:444',
  'http://app.example',
  'http://localhost:8081',
  'https://localhost:8080',
  'null',
  '*',
  'http://[',
])('an answer to %s names nobody', (origin) => {
  const preflight = { 'access-control-request-method': 'POST' };
  expect(ask(origin)).toEqual({ headers: { vary: 'origin' }, isPreflight: false });
  expect(ask(origin, 'OPTIONS', preflight)).toEqual({ headers: { vary: 'origin' }, isPreflight: false });
});

test('a request without an origin gets nothing', () => {
  expect(ask(undefined)).toEqual({ headers: {}, isPreflight: false });
});

test('a browser that asks whether it may is told methods and headers', () => {
  const { headers, isPreflight } = ask('https://app.example', 'OPTIONS', { 'access-control-request-method': 'PUT' });
  expect(isPreflight).toBe(true);
  expect(headers['access-control-allow-methods']).toMatch(/PUT/);
  expect(headers['access-control-allow-headers']).toMatch(/x-api-key.*idempotency-key/);
});

test('OPTIONS without preflight headers is an ordinary request', () => {
  expect(ask('https://app.example', 'OPTIONS').isPreflight).toBe(false);
});
