import { requestOverSocket, type SocketRequest } from '../feed/socket-request.js';
import { type Observation, observationSchema } from './observation.js';

const LIMITS = { timeoutMs: 5_000, answerBytesMax: 4 * 1024 * 1024 };

/** What a process that holds bots can be told. */
interface Control {
  observe(): Promise<Observation>;
  setEntries(deploymentId: string, blocked: boolean): Promise<void>;
  stop(): Promise<void>;
}

/** Speaks to the process whose socket this is. Everything rejects where it doesn't answer in time. */
export function controlOf(socketPath: string): Control {
  const call = async (request: Pick<SocketRequest, 'method' | 'path' | 'body'>) => {
    const { status, text } = await requestOverSocket({ socketPath, ...request, ...LIMITS });
    if (status !== 200) throw new Error(`${request.method} ${request.path}: ${status} ${text}`);
    return observationSchema.parse(JSON.parse(text));
  };
  return {
    observe: () => call({ method: 'GET', path: '/' }),
    setEntries: async (deploymentId, blocked) =>
      void (await call({ method: 'PUT', path: '/entries', body: { deploymentId, blocked } })),
    stop: async () => void (await call({ method: 'POST', path: '/stop' })),
  };
}
