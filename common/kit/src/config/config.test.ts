import { resolve } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import {
  ConfigurationError,
  flag,
  inheritedEnvironment,
  port,
  readEnvironment,
  Secret,
  secretBytes,
  typedPath,
  webSocketUrl,
} from './index.js';

describe('readEnvironment', () => {
  test('names the variable that is wrong and never its value', () => {
    const read = () => readEnvironment({ PORT: port.default(8080) }, { PORT: 'canary-value' });
    expect(read).toThrow(ConfigurationError);
    expect(read).toThrow(/^PORT: must be a whole number/);
    expect(read).not.toThrow(/canary-value/);
  });

  test('an empty variable counts as unset', () => {
    expect(readEnvironment({ PORT: port.default(8080) }, { PORT: '' })).toEqual({ PORT: 8080 });
  });

  test('a flag other than true or false is refused', () => {
    expect(() => readEnvironment({ FLAG: flag }, { FLAG: 'yes' })).toThrow(/FLAG: must be true or false/);
  });

  test('an address of a WebSocket is one, not of HTTP', () => {
    const read = (url: string) => readEnvironment({ WS_URL: webSocketUrl }, { WS_URL: url });
    expect(['ws://127.0.0.1:1/stream', 'wss://venue.test/stream'].map(read)).toHaveLength(2);
    expect(() => read('https://venue.test')).toThrow(/WS_URL: must be a ws or wss address/);
  });

  test('a key of the wrong length is refused', () => {
    expect(() => readEnvironment({ KEY: secretBytes(32) }, { KEY: 'c2hvcnQ=' })).toThrow(/KEY: must be 32 bytes/);
  });
});

test('a child process inherits the named variables and nothing else', () => {
  const environment = { PATH: '/bin', PIP_INDEX_URL: 'https://pypi.test', CURSOR_SECRET: 'canary' };
  expect(inheritedEnvironment(/^(PATH|PIP_.*)$/, environment)).toEqual({
    PATH: '/bin',
    PIP_INDEX_URL: 'https://pypi.test',
  });
});

test('a path is found from where npm was called, not from where npm runs its commands', () => {
  expect(typedPath('a.csv', { INIT_CWD: '/home/me' })).toBe('/home/me/a.csv');
  expect(typedPath('/data/a.csv', { INIT_CWD: '/home/me' })).toBe('/data/a.csv');
  expect(typedPath('a.csv', {})).toBe(resolve('a.csv'));
});

describe('Secret', () => {
  test('no way of printing shows the value', () => {
    const secret = new Secret('canary');
    expect([`${secret}`, JSON.stringify({ secret }), inspect(secret), inspect({ secret })].join(' ')).not.toContain(
      'canary',
    );
    expect(secret.reveal()).toBe('canary');
  });
});
