// Why: docs/decisions/supervisor/containers.md
/**
 * `node supervisor/dist/healthy/main.js <kind> <address>`: ends with 0 when a process can be used, else with 1. For health checks
 * of containers, in the environment of the checked process. Kinds: `grpc` host:port, `http` and `rpc` with a URL, `socket` with a path.
 */
import { readEnvironment } from '@platform/kit/config';
import { grpcTlsSettings, readGrpcTls } from '../grpc-tls.js';
import { type AwaitReady, grpcReady, httpReady, rpcReady, socketReady } from '../processes/readiness.js';

const PATIENCE_MS = 2_500;

const kinds = new Map<string, (address: string) => AwaitReady>([
  ['grpc', (address) => grpcReady(address, readGrpcTls(readEnvironment(grpcTlsSettings)))],
  ['http', httpReady],
  ['rpc', rpcReady],
  ['socket', socketReady],
]);
const [kind = '', address = ''] = process.argv.slice(2);
const check = kinds.get(kind);
if (check === undefined) throw new Error(`no kind of health check: ${kind}`);
await check(address)(AbortSignal.timeout(PATIENCE_MS)).catch(() => {
  process.exitCode = 1;
});
process.exit();
