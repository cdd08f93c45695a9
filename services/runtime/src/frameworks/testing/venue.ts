import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import type { InstrumentFacts } from '../framework.js';

/** A venue that gives the two public answers a backtest asks for. */
export async function serveVenue(instruments: readonly InstrumentFacts[]): Promise<{ url: string; close: () => void }> {
  const universe = instruments.map(({ symbol, sizeDecimals, maxLeverage }) => ({
    name: symbol.split('/')[0],
    szDecimals: sizeDecimals,
    maxLeverage,
  }));
  const answers = new Map<unknown, unknown>([
    ['spotMeta', { tokens: [{ name: 'USDC', szDecimals: 8, weiDecimals: 8, index: 0 }], universe: [] }],
    ['metaAndAssetCtxs', [{ universe }, instruments.map(({ markPrice }) => ({ markPx: markPrice }))]],
  ]);
  const request = z.object({ type: z.string() });
  const server = createServer(async (incoming, response) => {
    const answer = answers.get(request.parse(await json(incoming)).type);
    response.writeHead(answer === undefined ? 422 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? null));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = z.object({ port: z.number() }).parse(server.address());
  return { url: `http://127.0.0.1:${address.port}`, close: () => server.close() };
}
