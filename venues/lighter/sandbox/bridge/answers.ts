import { networks } from '@platform/kit/networks';
import { z } from 'zod';
import { usdcOf } from '../amounts.js';
import { OK } from '../answers.js';
import { invalidParam } from '../refusal.js';
import { ethereumAddress, type Fields, parsed } from '../requests.js';
import { type Bridge, NETWORK } from './bridge.js';
import type { Deposit } from './deposits.js';

/**
 * The answers of the endpoints of the bridge, by the venue's OpenAPI document. It lists no words for `status`: they are those of the history of
 * deposits. What it is silent about is empty.
 */

const CHAIN_ID = String(networks[NETWORK].chainId);

const intent = z.object({
  chain_id: z.literal(CHAIN_ID),
  from_addr: ethereumAddress,
  amount: z.string().regex(/^\d{1,30}$/),
  is_external_deposit: z.literal('true'),
});
const latest = z.object({ l1_address: ethereumAddress });

/** The endpoints that are read, by their paths. */
export const BRIDGE_ANSWERS: Readonly<Record<string, (query: Fields, bridge: Bridge) => object>> = {
  '/api/v1/deposit/latest': (query, { deposits }) => {
    const deposit = deposits.latestOf(parsed(latest, query).l1_address);
    if (deposit === undefined) throw invalidParam('l1_address');
    return shown(deposit);
  },
  '/api/v1/deposit/networks': () => ({
    code: OK,
    networks: [{ name: networks[NETWORK].name, chain_id: CHAIN_ID, explorer: '' }],
  }),
};

/** Returns the answer of `createIntentAddress`: always the same address for an owner. */
export function createIntentAddress(form: unknown, { intents }: Bridge): object {
  const { from_addr } = parsed(intent, form);
  return { code: OK, intent_address: intents.open(from_addr, NETWORK) };
}

function shown({ intentAddress, amountMicroUsdc, transactionHash, arrivedMs, changedMs, status }: Deposit): object {
  return {
    code: OK,
    source: networks[NETWORK].name,
    source_chain_id: CHAIN_ID,
    fast_bridge_tx_hash: '',
    batch_claim_tx_hash: '',
    cctp_burn_tx_hash: transactionHash,
    amount: usdcOf(amountMicroUsdc),
    intent_address: intentAddress,
    status,
    step: status,
    description: '',
    created_at: arrivedMs,
    updated_at: changedMs,
    is_external_deposit: true,
    is_next_bridge_fast: false,
  };
}
