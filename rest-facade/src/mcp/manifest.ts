import { z } from 'zod';
import type { LocalRoute } from '../http/server.js';
import { text } from '../routes/fields.js';
import type { Route } from '../routes/route.js';
import { MCP_PATH } from './mcp-route.js';
import { SERVER_INFO } from './server.js';
import { toolRoutes } from './tool-routes.js';

const DESCRIPTION = 'Accounts, a managed USDC wallet, market context, backtests and one-time executions.';

const header = z.object({
  name: text('Name of the header', 'x-api-key'),
  description: text('What it contains', 'An API key of the account'),
  isRequired: z.boolean().describe('Whether every message needs it'),
  isSecret: z.boolean().describe('Whether clients must keep it secret'),
});

const manifest = z
  .object({
    name: text('The server', SERVER_INFO.name),
    title: text('The server, for people', SERVER_INFO.title),
    version: text('Version of the interface', SERVER_INFO.version),
    description: text('What its tools do', DESCRIPTION),
    remotes: z.array(
      z.object({
        type: z.literal('streamable-http').describe('Transport'),
        url: text('Where messages are sent', 'https://api.example/mcp'),
        headers: z.array(header),
      }),
    ),
    tools: z.array(
      z.object({ name: text('Name', 'wallet.get'), description: text('What it does', 'Reads the wallet') }),
    ),
  })
  .describe('Address of the tools, and a list of them');

/** `GET /.well-known/mcp.json`: what a client must know to connect, in the format of the MCP registry's server.json. */
export function mcpManifest(routes: readonly Route[], publicUrl: () => string): LocalRoute {
  const tools = toolRoutes(routes).map(({ tool, summary }) => ({ name: tool, description: summary }));
  return {
    path: '/.well-known/mcp.json',
    documented: { id: 'getMcpManifest', summary: 'Where the tools are served', responses: { 200: manifest } },
    answer: async () => ({
      status: 200,
      body: {
        ...SERVER_INFO,
        description: DESCRIPTION,
        remotes: [
          {
            type: 'streamable-http',
            url: publicUrl() + MCP_PATH,
            headers: [
              { name: 'x-api-key', description: 'An API key of the account', isRequired: true, isSecret: true },
            ],
          },
        ],
        tools,
      },
    }),
  };
}
