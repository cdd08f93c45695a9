import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Route } from '../routes/route.js';
import { type Tool, toolOf, toolRoutes } from './tool.js';

/** What a call of a tool answers: the body of its route, or the envelope of an error. */
export interface ToolAnswer {
  readonly status: number;
  readonly body: string;
}

/** Calls the route of a tool for the caller of one request. */
export type CallRoute = (route: Route, given: Readonly<Record<string, unknown>>) => Promise<ToolAnswer>;

/** How the server names itself. */
export const SERVER_INFO = { name: 'trading-platform', title: 'Trading platform', version: '1.0.0' };

/** Answers MCP messages over HTTP, one server a request: nothing is kept between two. */
export type AnswerMessage = (request: Request, message: unknown, call: CallRoute) => Promise<Response>;

/** Loads the SDK, which few processes need, and makes what answers messages with a tool for each route that is one. */
export async function loadMcp(routes: readonly Route[]): Promise<AnswerMessage> {
  const [{ Server }, { WebStandardStreamableHTTPServerTransport }, protocol] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/index.js'),
    import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ]);
  const offered = toolRoutes(routes);
  const tools = offered.map(toolOf);
  const routesByTool = new Map(offered.map((route) => [route.tool, route]));
  return async (request, message, call) => {
    const server = new Server(SERVER_INFO, { capabilities: { tools: {} } });
    serveTools(server, protocol, tools, async (name, given) => {
      const route = routesByTool.get(name);
      if (route === undefined)
        throw new protocol.McpError(protocol.ErrorCode.InvalidParams, `There is no tool ${name}`);
      return resultOf(await call(route, given));
    });
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    try {
      return await transport.handleRequest(request, { parsedBody: message });
    } finally {
      await server.close();
    }
  };
}

function serveTools(
  server: Server,
  protocol: typeof import('@modelcontextprotocol/sdk/types.js'),
  tools: readonly Tool[],
  run: (name: string, given: Record<string, unknown>) => Promise<ReturnType<typeof resultOf>>,
): void {
  server.setRequestHandler(protocol.ListToolsRequestSchema, () => ({ tools: [...tools] }));
  server.setRequestHandler(protocol.CallToolRequestSchema, ({ params }) => run(params.name, params.arguments ?? {}));
}

/** The answer as text, and as a structure that fits the output schema; an error as the envelope that REST shows. */
function resultOf({ status, body }: ToolAnswer) {
  const content = [{ type: 'text' as const, text: body }];
  return status < 400 ? { content, structuredContent: JSON.parse(body) } : { content, isError: true };
}
