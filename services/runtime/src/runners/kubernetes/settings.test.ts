import { expect, test } from '@jest/globals';
import { readEnvironment } from '@platform/kit/config';
import { settings } from '../../settings.js';
import { clusterOf } from './settings.js';

const { KUBERNETES_API_URL, KUBERNETES_TOKEN_FILE, KUBERNETES_CA_FILE } = settings;
const { RUNNER, KUBERNETES_NAMESPACES, KUBERNETES_INSTALLATION, KUBERNETES_PODS } = settings;
const shape = {
  ...{ RUNNER, KUBERNETES_NAMESPACES, KUBERNETES_INSTALLATION, KUBERNETES_PODS },
  ...{ KUBERNETES_API_URL, KUBERNETES_TOKEN_FILE, KUBERNETES_CA_FILE },
};
const PODS = {
  services: { namespace: 'platform', labels: { app: 'runtime' } },
  backtests: { namespace: 'runs', image: 'registry.test/platform-frameworks:1' },
};
const WHOLE = {
  RUNNER: 'kubernetes',
  KUBERNETES_API_URL: 'https://cluster.test:6443',
  KUBERNETES_INSTALLATION: 'staging',
  KUBERNETES_NAMESPACES: 'runs, bots',
  KUBERNETES_PODS: JSON.stringify(PODS),
};

const read = (changes: Record<string, string>) => () => clusterOf(readEnvironment(shape, { ...WHOLE, ...changes }));

test('strategies run on this machine unless something else is said', () => {
  expect(readEnvironment(shape, {}).RUNNER).toBe('process');
  expect(read({ RUNNER: 'docker' })).toThrow('RUNNER: must be process or kubernetes');
});

test('a whole cluster is read, with what an operator did not choose as the cluster has it', () => {
  expect(read({})()).toMatchObject({
    ...{ address: { url: 'https://cluster.test:6443' }, installation: 'staging' },
    pods: { ...PODS, backtests: { ...PODS.backtests, labels: {}, tolerations: [], processorMilli: 500 } },
  });
});

test('what is missing of a cluster, or not allowed, stops the process with the name of its variable', () => {
  for (const name of ['KUBERNETES_API_URL', 'KUBERNETES_INSTALLATION', 'KUBERNETES_PODS'])
    expect(read({ [name]: '' })).toThrow(`${name}: must be set where RUNNER is kubernetes`);
  expect(read({ KUBERNETES_NAMESPACES: 'bots' })).toThrow(
    'KUBERNETES_NAMESPACES: must name runs, which KUBERNETES_PODS names for backtests',
  );
  expect(read({ KUBERNETES_INSTALLATION: 'Not A Label' })).toThrow(/^KUBERNETES_INSTALLATION: must be the value/);
  expect(read({ KUBERNETES_PODS: '{' })).toThrow('KUBERNETES_PODS: must be JSON');
  const odd = JSON.stringify({ ...PODS, backtests: { ...PODS.backtests, hostNetwork: true } });
  expect(read({ KUBERNETES_PODS: odd })).toThrow(/^KUBERNETES_PODS\.backtests: .*hostNetwork/);
});
