/** Receives OpenTelemetry spans as a collector does: OTLP over HTTP, in JSON. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { z } from 'zod';

const attribute = z.object({ key: z.string(), value: z.object({ stringValue: z.string().optional() }) });
const exported = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
            }),
          ),
        }),
      ),
    }),
  ),
});

/** The fields of a span that tests read. */
export interface Span {
  readonly process: string | undefined;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string | undefined;
}

/** A receiver and everything that it received. */
export class TraceReceiver {
  readonly #spans: Span[] = [];
  /** Everything that was received, unchanged. */
  received = '';

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<TraceReceiver> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (typeof address !== 'object' || address === null) throw new Error('the receiver has no port');
    const receiver = new TraceReceiver(server, `http://127.0.0.1:${address.port}`);
    server.on('request', async (request, response) => {
      receiver.#take(Buffer.concat(await request.toArray()).toString());
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
    return receiver;
  }

  /** Returns the spans of a trace so far. */
  spansOf(traceId: string): Span[] {
    return this.#spans.filter((span) => span.traceId === traceId);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    const closed = once(this.server, 'close');
    this.server.close();
    await closed;
  }

  #take(body: string): void {
    this.received += body;
    for (const { resource, scopeSpans } of exported.parse(JSON.parse(body)).resourceSpans) {
      const process = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue;
      for (const { spans } of scopeSpans) for (const span of spans) this.#spans.push({ process, ...span });
    }
  }
}
