import type { Tracer } from './tracer.js';

let active: Tracer | undefined;

/** Returns the tracer of this process; undefined while traces are off, which costs a request only this check. */
export function activeTracer(): Tracer | undefined {
  return active;
}

/** Sends the spans of this process to an OTLP receiver from now on. Without an address nothing is loaded. */
export async function startTracing(process: string, endpoint: string | undefined): Promise<{ close(): Promise<void> }> {
  if (endpoint === undefined) return { close: async () => {} };
  const { openTracer } = await import('./open-telemetry.js');
  const tracer = openTracer(process, endpoint);
  active = tracer;
  return {
    close: async () => {
      active = undefined;
      await tracer.close();
    },
  };
}
