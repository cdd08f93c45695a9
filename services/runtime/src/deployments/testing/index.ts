export { RecordedDeployments } from './recorded-deployments.js';
