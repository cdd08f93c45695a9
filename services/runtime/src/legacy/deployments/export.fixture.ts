/** A deployment as an export of the older platform has it. */

export const ID = '3f0c2d1e-7a55-4a0e-9f6b-0c7d1f3a9b21';

export const exported = {
  id: ID,
  account_id: 'acc_1',
  name: 'Dip buyer',
  framework: 'freqtrade',
  exchange: 'hyperliquid',
  execution_mode: 'dry-run',
  status: 'running',
  replicas: 1,
  k8s_namespace: 'bots',
  k8s_deployment_name: 'deploy-3f0c',
  workload: {
    kind: 'Deployment',
    uid: '6f1d3f0e-8f57-4a8c-9f6b-0c7d1f3a9b22',
    labels: { 'app.kubernetes.io/instance': 'deploy-3f0c' },
  },
  config: { dry_run: true, exchange: { name: 'hyperliquid', pair_whitelist: ['BTC/USDC:USDC'] } },
  code: 'class Old(IStrategy): ...',
  created_at: '2025-02-02T10:00:00Z',
};
