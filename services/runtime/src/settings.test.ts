import { expect, test } from '@jest/globals';
import { readEnvironment } from '@platform/kit/config';
import { settings } from './settings.js';

const { LEGACY_NAMESPACES, KUBERNETES_API_URL } = settings;

test('no namespace is read unless it is named, and blanks name none', () => {
  const read = (text: string) => [
    ...readEnvironment({ LEGACY_NAMESPACES }, { LEGACY_NAMESPACES: text }).LEGACY_NAMESPACES,
  ];
  expect(['', ' , ', 'bots', 'bots, paper-bots'].map(read)).toEqual([[], [], ['bots'], ['bots', 'paper-bots']]);
});

test('a token goes to a cluster over TLS alone, unless that is this machine', () => {
  const read = (text: string) => () => readEnvironment({ KUBERNETES_API_URL }, { KUBERNETES_API_URL: text });
  for (const url of ['https://cluster.test:6443', 'http://127.0.0.1:8001', 'http://localhost:8001'])
    expect(read(url)()).toEqual({ KUBERNETES_API_URL: url });
  for (const url of ['http://cluster.test:6443', 'cluster.test', 'file:///tmp'])
    expect(read(url)).toThrow(/^KUBERNETES_API_URL: /);
});
