// Why: docs/decisions/wallet/signing-and-venues.md
import type { Address } from 'viem';
import type { Priority } from '../../http/index.js';
import {
  ACCOUNT_NOT_FOUND,
  API_KEY_NOT_FOUND,
  type HeldAccount,
  heldAccount,
  INVALID_PARAMETER,
  intentAddress,
  type LatestDeposit,
  latestDeposit,
  type RegisteredKey,
  registeredKeys,
} from '../codec/index.js';
import type { LighterCalls } from './calls.js';

/** A key of an account, whose nonces are counted. */
export interface TradingKey {
  readonly accountIndex: number;
  readonly apiKeyIndex: number;
}

/** Asks for accounts: where an owner pays, what has arrived, what the account holds, and which keys it has. */
export class LighterAccounts {
  constructor(private readonly calls: LighterCalls) {}

  /** Returns the address whose USDC on a chain is credited to an owner; the venue gives an owner the same one each time. */
  intentAddress(owner: Address, chainId: number): Promise<Address> {
    // Nothing is said about the amount: the address takes any.
    const query = { chain_id: chainId, from_addr: owner, amount: 0, is_external_deposit: 'true' };
    const answer = intentAddress;
    return this.calls.ask({ endpoint: 'createIntentAddress', query, isPosted: true, answer, priority: 'money' });
  }

  /** Returns an owner's newest deposit, which is all that the venue shows to everybody; undefined for none. */
  latestDeposit(owner: Address): Promise<LatestDeposit | undefined> {
    const query = { l1_address: owner };
    const read = { endpoint: 'deposit/latest', query, answer: latestDeposit, priority: 'proof' } as const;
    // An owner that never paid is a wrong parameter to it.
    return this.calls.found(read, [INVALID_PARAMETER, ACCOUNT_NOT_FOUND]);
  }

  /** Returns an owner's own account with what it holds; undefined where there is none. */
  ofOwner(owner: Address, priority: Priority): Promise<HeldAccount | undefined> {
    const query = { by: 'l1_address', value: owner };
    return this.calls.found({ endpoint: 'account', query, answer: heldAccount, priority }, [ACCOUNT_NOT_FOUND]);
  }

  /** Returns the key that is registered at an index of an account; undefined for none. */
  async registeredKey({ accountIndex, apiKeyIndex }: TradingKey): Promise<RegisteredKey | undefined> {
    const query = { account_index: accountIndex, api_key_index: apiKeyIndex };
    const read = { endpoint: 'apikeys', query, answer: registeredKeys, priority: 'proof' } as const;
    const keys = await this.calls.found(read, [API_KEY_NOT_FOUND]);
    return keys?.find((key) => key.apiKeyIndex === apiKeyIndex);
  }
}
