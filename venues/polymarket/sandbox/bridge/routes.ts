import type { Clock } from '@platform/kit/clock';
import { type Network, networks } from '@platform/kit/networks';
import type { FastifyInstance } from 'fastify';
import { type Address, isAddressEqual, keccak256, stringToHex } from 'viem';
import { z } from 'zod';
import { clobError } from '../refusal.js';
import { address, parsed } from '../requests.js';
import { CONTRACTS } from '../settlement/addresses.js';
import { type Bridge, MINIMUM_MICRO_USD } from './bridge.js';
import type { Transfer } from './transfers.js';

const NOTE = 'A sandbox: nothing that arrives here is worth money. Only USDC on the listed chains is taken.';
/** The real venue has addresses on these chains too; nothing may be sent to the sandbox's. */
const NO_ADDRESS = { svm: 'the-sandbox-has-no-solana', btc: 'the-sandbox-has-no-bitcoin' };

const deposit = z.object({ address });
const chainId = z.union([z.string(), z.number()]).transform(String);
const withdrawal = z.object({
  address,
  toChainId: chainId,
  toTokenAddress: address,
  recipientAddr: address,
});
const quoted = z.object({
  fromAmountBaseUnit: z
    .string()
    .regex(/^\d{1,30}$/)
    .transform(BigInt),
  fromChainId: chainId,
  fromTokenAddress: address,
  recipientAddress: address,
  toChainId: chainId,
  toTokenAddress: address,
});
type Quoted = z.output<typeof quoted>;
const ofAddress = z.object({ address: z.string().max(100) });
const page = z.object({
  cursor: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .optional(),
});

/** Registers the bridge's API. Source: docs.polymarket.com (bridge API reference), November 2026. */
export function bridgeRoutes(bridge: Bridge, clock: Clock): (app: FastifyInstance) => Promise<void> {
  const networkOf = (chainId: string) => bridge.networks.find((name) => String(networks[name].chainId) === chainId);
  const isUsdc = (chainId: string, token: Address) => {
    const network = networkOf(chainId);
    return network !== undefined && isAddressEqual(token, networks[network].assets.USDC.address);
  };
  const isCarried = ({ fromChainId, fromTokenAddress, toChainId, toTokenAddress }: Quoted) =>
    (isPusd(fromChainId, fromTokenAddress) && isUsdc(toChainId, toTokenAddress)) ||
    (isUsdc(fromChainId, fromTokenAddress) && isPusd(toChainId, toTokenAddress));
  return async (app) => {
    app.get('/supported-assets', async () => ({ supportedAssets: bridge.networks.map(assetOf), note: NOTE }));
    app.post('/deposit', async ({ body }, reply) => {
      const evm = bridge.addresses.deposit(parsed(deposit, body).address);
      return reply.code(201).send({ address: { evm, ...NO_ADDRESS }, note: NOTE });
    });
    app.post('/withdraw', async ({ body }, reply) => {
      const asked = parsed(withdrawal, body);
      const network = networkOf(asked.toChainId);
      if (network === undefined || !isAddressEqual(asked.toTokenAddress, networks[network].assets.USDC.address))
        throw clobError(400, 'unsupported destination chain or token');
      const evm = bridge.addresses.withdrawal(asked.address, network, asked.recipientAddr);
      return reply.code(201).send({ address: { evm, ...NO_ADDRESS }, note: NOTE });
    });
    app.post('/quote', async ({ body }) => {
      const asked = parsed(quoted, body);
      if (!isCarried(asked)) throw clobError(400, 'unsupported route');
      const paid = bridge.quote(asked.fromAmountBaseUnit);
      if (paid === undefined) throw clobError(400, 'amount is below the minimum');
      return quoteOf(asked, paid, bridge.delayMs);
    });
    app.get('/status/:address', async ({ params, query }) => {
      const { address: of } = parsed(ofAddress, params);
      const { cursor = Number.MAX_SAFE_INTEGER } = parsed(page, query);
      const now = { nowMs: clock.nowMs(), delayMs: bridge.delayMs };
      const { transfers, hasMore } = bridge.transfers.page(of, cursor, now);
      const nextCursor = hasMore ? String(transfers.at(-1)?.id) : null;
      return { transactions: transfers.map(shown), nextCursor };
    });
  };
}

function isPusd(chainId: string, token: Address): boolean {
  return chainId === String(networks.polygon.chainId) && isAddressEqual(token, CONTRACTS.pusd);
}

/** Returns a quote in the bridge's form; who asks needs the amounts alone. */
function quoteOf({ fromAmountBaseUnit: sent, recipientAddress }: Quoted, paid: bigint, delayMs: number): object {
  const [inputUsd, outputUsd, keptUsd] = [sent, paid, sent - paid].map((microUsd) => Number(microUsd) / 1e6);
  return {
    quoteId: keccak256(stringToHex(`quote of ${sent} for ${recipientAddress.toLowerCase()}`)),
    estCheckoutTimeMs: delayMs,
    estInputUsd: inputUsd,
    estOutputUsd: outputUsd,
    estToTokenBaseUnit: paid.toString(),
    estFeeBreakdown: {
      ...{
        appFeeLabel: 'sandbox',
        appFeePercent: 0,
        appFeeUsd: keptUsd,
        gasUsd: 0,
        fillCostPercent: 0,
        fillCostUsd: 0,
      },
      ...{ maxSlippage: 0, minReceived: outputUsd, swapImpact: 0, swapImpactUsd: 0, totalImpact: 0, totalImpactUsd: 0 },
    },
  };
}

function assetOf(network: Network): object {
  const { name, chainId, assets } = networks[network];
  return {
    chainId: String(chainId),
    chainName: name,
    token: { name: 'USD Coin', symbol: 'USDC', address: assets.USDC.address, decimals: assets.USDC.decimals },
    minCheckoutUsd: Number(MINIMUM_MICRO_USD) / 1e6,
  };
}

/** Returns a transfer in the bridge's form: a detected one has no time yet, and only a completed one shows its hash. */
function shown({ kind, source, target, amountMicroUsd, transactionHash, createdMs, status }: Transfer): object {
  const usdc = (network: Network) => networks[network].assets.USDC.address;
  return {
    fromChainId: String(networks[source].chainId),
    fromTokenAddress: kind === 'deposit' ? usdc(source) : CONTRACTS.pusd,
    fromAmountBaseUnit: amountMicroUsd.toString(),
    toChainId: String(networks[target].chainId),
    toTokenAddress: kind === 'deposit' ? CONTRACTS.pusd : usdc(target),
    status,
    ...(status === 'COMPLETED' && { txHash: transactionHash }),
    ...(status !== 'DEPOSIT_DETECTED' && { createdTimeMs: createdMs }),
  };
}
