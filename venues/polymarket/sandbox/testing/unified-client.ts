import { createSecureClient, forkEnvironmentConfig, OrderSide, type SecureClient } from '@polymarket/client';
import { signerFrom } from '@polymarket/client/viem';
import { type Address, createWalletClient, http } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import { polygon } from 'viem/chains';
import type { RunningPolymarket } from '../server.js';

/** The newer official client, `@polymarket/client`, at the sandbox venue: with only the addresses changed. */

/** Opens it for an owner: of the account itself where that is `wallet`, else of the deposit wallet that the client derives. */
export function openUnifiedClient(
  { clobUrl, gammaUrl, relayerUrl }: Pick<RunningPolymarket, 'clobUrl' | 'gammaUrl' | 'relayerUrl'>,
  account: PrivateKeyAccount,
  wallet?: Address,
): Promise<SecureClient> {
  const environment = forkEnvironmentConfig({
    name: 'sandbox',
    clob: { rest: clobUrl },
    gamma: { rest: gammaUrl },
    relayer: { rest: relayerUrl },
  });
  const signer = signerFrom(createWalletClient({ account, chain: polygon, transport: http() }));
  return createSecureClient({ environment, signer, ...(wallet && { wallet }) });
}

/** Places an order that rests, buys at the market, reads what rests and cancels it; returns what the venue said of each. */
export async function tradeOnce(client: SecureClient, tokenId: string) {
  const side = OrderSide.BUY;
  const rests = await client.placeLimitOrder({ tokenId, side, price: 0.05, size: 10 });
  const buys = await client.placeMarketOrder({ tokenId, side, amount: 5 });
  if (!rests.ok || !buys.ok) throw new Error(`an order was refused: ${JSON.stringify([rests, buys])}`);
  const read = await openOrders(client, tokenId);
  const { canceled } = await client.cancelOrder({ orderId: rests.orderId });
  return {
    ...{ rests: rests.status, buys: buys.status, isRead: read.join() === rests.orderId },
    ...{ isCancelled: canceled.join() === rests.orderId, left: await openOrders(client, tokenId) },
  };
}

async function openOrders(client: SecureClient, tokenId: string): Promise<string[]> {
  const ids: string[] = [];
  for await (const { items } of client.listOpenOrders({ tokenId })) ids.push(...items.map(({ id }) => id));
  return ids;
}
