import { networks } from '@platform/kit/networks';
import { z } from 'zod';
import { openedAccount } from '../accounts/auth.js';
import { usdcOf } from '../amounts.js';
import { OK } from '../answers.js';
import { invalidParam } from '../refusal.js';
import { accountIndex, ethereumAddress, type Fields, parsed } from '../requests.js';
import type { Store } from '../store/store.js';
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
const ROWS_MAX = 100;
const USDC_ASSET = 3;
const history = z.object({
  account_index: accountIndex,
  l1_address: ethereumAddress,
  auth: z.string().optional(),
  cursor: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .default(Number.MAX_SAFE_INTEGER),
  filter: z.enum(['all', 'pending', 'claimable']).default('all'),
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

/** What the history of deposits is read from. */
interface HistoryParts {
  readonly store: Store;
  readonly nowMs: number;
}

/** Returns the answer of `deposit/history`: an owner's deposits, the newest first. They are the account's alone. Nothing is ever claimable. */
export function depositHistory(query: Fields, { deposits }: Bridge, { store, nowMs }: HistoryParts): object {
  const { account_index, l1_address, auth, cursor, filter } = parsed(history, query);
  const account = openedAccount(store, auth, account_index, nowMs);
  if (account.l1Address !== l1_address) throw invalidParam('l1_address');
  const status = filter === 'pending' ? 'pending' : undefined;
  const found = filter === 'claimable' ? [] : deposits.of(l1_address, status, cursor, ROWS_MAX);
  const next = found.length < ROWS_MAX ? '' : String(found.at(-1)?.id ?? '');
  return { code: OK, deposits: found.map(listed), cursor: next };
}

function listed({ id, amountMicroUsdc, arrivedMs, status, transactionHash }: Deposit) {
  return {
    id: String(id),
    amount: usdcOf(amountMicroUsdc),
    timestamp: arrivedMs,
    status,
    l1_tx_hash: transactionHash,
    asset_id: USDC_ASSET,
  };
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
