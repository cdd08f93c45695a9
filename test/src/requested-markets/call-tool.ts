import { type Answer, type Caller, send } from '../platform/caller.js';

/** Calls a tool with an account's key; returns the parsed text of its answer. */
export async function callTool(
  { baseUrl, apiKey }: Caller,
  name: string,
  given: Record<string, unknown> = {},
): Promise<{ isError: boolean; body: Answer['body'] }> {
  const { body } = await send(baseUrl, 'POST', '/mcp', {
    headers: { 'x-api-key': apiKey, accept: 'application/json, text/event-stream' },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } },
  });
  const { isError = false, content } = body.result;
  return { isError, body: JSON.parse(content[0].text) };
}
