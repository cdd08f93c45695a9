// Why: docs/decisions/venues/lighter-exits.md
import type { MicroUsdc } from '@platform/kit/money';
import type { Address } from 'viem';
import type { WriteAnswer } from '../../http/index.js';
import { type FastWithdrawalTerms, fastWithdrawalTerms, transferFee } from '../codec/index.js';
import type { LighterCalls } from './calls.js';

/** The weight of one is 3,000; a standard address has sixty requests of 400 a minute. */
const SEND_REQUESTS = 8;

/** The headers that say whose account is asked about. */
type Headers = Readonly<Record<string, string>>;

/** Asks for withdrawals that the venue pays on Arbitrum. All of it is shown to the account's owner alone. */
export class LighterFastWithdrawals {
  constructor(private readonly calls: LighterCalls) {}

  /** Returns how the venue would pay an account now. */
  terms(accountIndex: number, headers: Headers): Promise<FastWithdrawalTerms> {
    const query = { account_index: accountIndex };
    const answer = fastWithdrawalTerms;
    return this.calls.ask({ endpoint: 'fastwithdraw/info', query, answer, priority: 'money', headers });
  }

  /** Returns what a transfer from one account to another costs now, beside what is transferred. */
  transferFee(accountIndex: number, toAccountIndex: number, headers: Headers): Promise<MicroUsdc> {
    const query = { account_index: accountIndex, to_account_index: toAccountIndex };
    const answer = transferFee;
    return this.calls.ask({ endpoint: 'transferFeeInfo', query, answer, priority: 'money', headers });
  }

  /** Sends a signed transfer that is to be paid at an address, once. Never rejects. */
  send(txInfo: string, toAddress: Address, headers: Headers): Promise<WriteAnswer> {
    const form = { tx_info: txInfo, to_address: toAddress };
    return this.calls.send('fastwithdraw', form, { headers, requests: SEND_REQUESTS });
  }
}
