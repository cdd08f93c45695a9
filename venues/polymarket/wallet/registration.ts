// Why: docs/decisions/venues/polymarket-setup.md
import type { Clock } from '@platform/kit/clock';
import type { Address } from 'viem';
import type { AccountSecrets, SetupFacts } from '../../trading-accounts/index.js';
import type { PolymarketAccounts, RequestSigner } from '../client/index.js';
import {
  batchBody,
  type ClobCredentials,
  creationBody,
  depositWalletOf,
  requestHeaders,
  signatureTypes,
} from '../codec/index.js';
import type { Relay } from './builder.js';
import { keepCredentials, keptCredentials } from './clob-accounts.js';
import type { DepositWallets } from './deposit-wallets.js';
import { allowanceBatches, credentialRequests } from './setup-signing.js';
import { ofVenue, unavailable } from './upstream.js';

/** A batch ends at the second next multiple of this: so repeated turns sign the same one. */
const DEADLINE_STEP_S = 300n;

/** Wrong credentials, and an allowance that is used up. */
const REFUSED: ReadonlySet<number> = new Set([401, 403, 429]);

/** What an account still lacks, the first thing first. */
export type Missing =
  | { readonly kind: 'deposit_wallet' }
  | { readonly kind: 'allowances'; readonly spenders: readonly Address[] }
  | { readonly kind: 'credentials' }
  | { readonly kind: 'refreshed_balance'; readonly credentials: ClobCredentials };

/** What the registration of accounts is made of. */
export interface RegistrationParts {
  readonly wallets: DepositWallets;
  /** Undefined where there are no credentials for it: nothing is deployed or allowed then. */
  readonly relay: Relay | undefined;
  readonly accounts: PolymarketAccounts;
  readonly secrets: AccountSecrets;
  /** The machine's clock. */
  readonly clock: Clock;
}

/** Brings accounts to where they can trade: deposit wallet, allowances, credentials, and the CLOB's view of them. */
export class Registration {
  constructor(private readonly parts: RegistrationParts) {}

  /** Returns the first thing that the account of a key lacks; undefined where it can trade. */
  async missing(owner: Address): Promise<Missing | undefined> {
    const { wallets, accounts, secrets } = this.parts;
    const wallet = depositWalletOf(owner);
    if (!(await wallets.isDeployed(wallet))) return { kind: 'deposit_wallet' };
    const spenders = await wallets.withoutAllowance(wallet);
    if (spenders.length > 0) return { kind: 'allowances', spenders };
    const credentials = await keptCredentials(secrets, owner);
    if (credentials === undefined) return { kind: 'credentials' };
    const { allowances } = await ofVenue(
      accounts.collateral(signatureTypes.depositWallet, this.#signerOf(owner, credentials)),
    );
    const seen = Object.values(allowances);
    const isSeen = seen.length > 0 && seen.every((allowance) => allowance > 0n);
    return isSeen ? undefined : { kind: 'refreshed_balance', credentials };
  }

  /** Has the first thing made that the account lacks; safe to repeat. */
  async advance({ address: owner, sign }: Pick<SetupFacts, 'address' | 'sign'>): Promise<void> {
    const { accounts, secrets, clock } = this.parts;
    const missing = await this.missing(owner);
    switch (missing?.kind) {
      case 'deposit_wallet':
        await this.#submit(creationBody(owner));
        return;
      case 'allowances': {
        const nonce = await this.parts.wallets.nonceOf(depositWalletOf(owner));
        const request = { spenders: missing.spenders, nonce, deadlineS: this.#deadlineS() };
        const { batch, signature } = await sign(allowanceBatches, request);
        await this.#submit(batchBody(owner, batch, signature));
        return;
      }
      case 'credentials': {
        const headers = await sign(credentialRequests, { timestampS: Math.floor(clock.nowMs() / 1_000) });
        const credentials = await ofVenue(accounts.credentials(headers));
        if (credentials !== undefined) await keepCredentials(secrets, owner, credentials);
        return;
      }
      case 'refreshed_balance':
        await ofVenue(
          accounts.refreshCollateral(signatureTypes.depositWallet, this.#signerOf(owner, missing.credentials)),
        );
        return;
      case undefined:
        return;
    }
  }

  /** A wallet that is busy, deployed already or a number ahead shows itself on the chain; who is refused as such is told. */
  async #submit(body: string): Promise<void> {
    const { relay } = this.parts;
    if (relay === undefined) throw unavailable('the relayer has no credentials');
    const sent = await relay(body);
    const status = sent.kind === 'answered' ? sent.answer.status : 200;
    if (status >= 500 || REFUSED.has(status)) throw unavailable(`the relayer answered with status ${status}`);
  }

  #deadlineS(): bigint {
    const nowS = BigInt(Math.floor(this.parts.clock.nowMs() / 1_000));
    return (nowS / DEADLINE_STEP_S + 2n) * DEADLINE_STEP_S;
  }

  /** These reads are the wallet service's own: their headers never leave it. */
  #signerOf(owner: Address, credentials: ClobCredentials): RequestSigner {
    return async (request) => requestHeaders(owner, credentials, request, Math.floor(this.parts.clock.nowMs() / 1_000));
  }
}
