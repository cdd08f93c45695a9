import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Mandate } from '@platform/keys/mandates';
import type { Route } from '../routes/route.js';
import { instructionsOf } from './instructions.js';
import { listResources, RESOURCE_TEMPLATES, readResource } from './resources.js';
import { type Tool, toolOf } from './tool.js';
import { ToolDescriptions } from './tool-descriptions.js';
import { type Naming, routesByName, toolRoutes } from './tool-routes.js';

/** The result of a tool call: the body of its route, or the envelope of an error. */
export interface ToolAnswer {
  readonly status: number;
  readonly body: string;
}

/** Calls the route of a tool for the caller of one request. */
export type CallRoute = (route: Route, given: Readonly<Record<string, unknown>>) => Promise<ToolAnswer>;

/** Name and version of the server. */
export const SERVER_INFO = { name: 'trading-platform', title: 'Trading platform', version: '1.0.0' };

/** A received message, and what is needed to answer it. */
export interface Message {
  readonly request: Request;
  readonly body: unknown;
  readonly naming: Naming;
  /** The limits of the caller's key. */
  readonly mandate: Mandate | undefined;
  readonly call: CallRoute;
}

/** Answers MCP messages over HTTP, one server per request: no state is kept between requests. */
export type AnswerMessage = (message: Message) => Promise<Response>;

type Protocol = typeof import('@modelcontextprotocol/sdk/types.js');

/** As the protocol numbers it; the SDK has no name for it. */
const RESOURCE_NOT_FOUND = -32_002;

/** Loads the SDK, which few processes need, and returns a handler of messages with one tool per route that is a tool. */
export async function loadMcp(routes: readonly Route[], publicUrl: () => string): Promise<AnswerMessage> {
  const [{ Server }, { WebStandardStreamableHTTPServerTransport }, protocol] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/index.js'),
    import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ]);
  const offered = toolRoutes(routes);
  const called = routesByName(offered);
  const listed = (naming: Naming) => {
    const descriptions = new ToolDescriptions(offered, naming);
    return { descriptions, tools: offered.map((route) => toolOf(route, descriptions)) };
  };
  const lists: Readonly<Record<Naming, { readonly descriptions: ToolDescriptions; readonly tools: readonly Tool[] }>> =
    {
      dots: listed('dots'),
      underscores: listed('underscores'),
    };
  return async ({ request, body, naming, mandate, call }) => {
    const server = new Server(SERVER_INFO, {
      capabilities: { tools: {}, resources: {} },
      instructions: instructionsOf(offered, naming, publicUrl(), mandate),
    });
    serveResources(server, protocol);
    const { tools, descriptions } = lists[naming];
    serveTools(server, protocol, tools, async (name, given) => {
      const route = called.get(name);
      if (route === undefined)
        throw new protocol.McpError(protocol.ErrorCode.InvalidParams, `There is no tool ${name}`);
      return resultOf(await call(route, given), descriptions);
    });
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    try {
      return await transport.handleRequest(request, { parsedBody: body });
    } finally {
      await server.close();
    }
  };
}

function serveTools(
  server: Server,
  protocol: Protocol,
  tools: readonly Tool[],
  run: (name: string, given: Record<string, unknown>) => Promise<ReturnType<typeof resultOf>>,
): void {
  server.setRequestHandler(protocol.ListToolsRequestSchema, () => ({ tools: [...tools] }));
  server.setRequestHandler(protocol.CallToolRequestSchema, ({ params }) => run(params.name, params.arguments ?? {}));
}

function serveResources(server: Server, protocol: Protocol): void {
  server.setRequestHandler(protocol.ListResourcesRequestSchema, async () => ({ resources: await listResources() }));
  server.setRequestHandler(protocol.ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: [...RESOURCE_TEMPLATES],
  }));
  server.setRequestHandler(protocol.ReadResourceRequestSchema, async ({ params: { uri } }) => {
    const read = await readResource(uri);
    if (read === undefined) throw new protocol.McpError(RESOURCE_NOT_FOUND, `There is no resource ${uri}`, { uri });
    return read;
  });
}

/** The answer as text, and as a structure that fits the output schema; an error as the envelope that REST shows, in the tools' words. */
function resultOf({ status, body }: ToolAnswer, descriptions: ToolDescriptions) {
  if (status < 400) return { content: [{ type: 'text' as const, text: body }], structuredContent: JSON.parse(body) };
  return { content: [{ type: 'text' as const, text: descriptions.inRefusal(body) }], isError: true };
}
