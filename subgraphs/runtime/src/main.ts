import { systemClock } from '@platform/clock';
import { createGrpcClient, readGrpcTls } from '@platform/grpc';
import { prepareProcess, runProcess } from '@platform/lifecycle';
import { runtimeService } from '@platform/protos/runtime';
import { startSubgraph } from '@platform/subgraph';
import { TokenVerifier } from '@platform/tokens';
import { createContext } from './context.js';
import { settings } from './settings.js';
import { build } from './subgraph.js';

const { environment, logger } = prepareProcess('runtime-subgraph', settings);

await runProcess(logger, async () => {
  const { schema } = await build();
  const tls = readGrpcTls(environment);
  const client = createGrpcClient(runtimeService.definition, environment.RUNTIME_GRPC_ADDRESS, tls);
  const server = await startSubgraph({
    listen: environment.HTTP_LISTEN,
    schema,
    serviceAddress: environment.RUNTIME_GRPC_ADDRESS,
    tls,
    verifier: new TokenVerifier('runtime', environment.TRUSTED_KEYS_FILE, systemClock),
    logger,
    context: (request) => createContext(client, request),
  });
  return [server, { close: async () => client.close() }];
});
