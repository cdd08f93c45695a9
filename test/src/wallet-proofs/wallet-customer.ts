import { randomUUID } from 'node:crypto';
import { type Address, isAddress } from 'viem';
import { z } from 'zod';
import { type Answer, send } from '../platform/caller.js';
import { payIn } from '../platform/chain.js';
import type { Descriptor } from '../platform/descriptor.js';
import { until } from '../platform/wait.js';
import type { Message } from './signers.js';

const FIVE_MINUTES_MS = 300_000;

/** A withdrawal in wallet mode, before it is signed. */
export interface Unsigned {
  readonly key: string;
  readonly amountUsd: string;
  readonly nonce: string;
  readonly expiresAt: string;
}

/** An account that signs in with a wallet at the sandbox's identity provider, and uses REST alone. */
export class WalletCustomer {
  private constructor(
    private readonly descriptor: Descriptor,
    private readonly apiKey: string,
    readonly accountId: string,
    readonly loginWallet: Address,
  ) {}

  static async signIn(descriptor: Descriptor, loginWallet: Address): Promise<WalletCustomer> {
    const { base_url: baseUrl, identity_provider: provider } = descriptor;
    const headers = { 'content-type': 'application/json' };
    const request = { method: 'POST', headers, body: JSON.stringify({ wallet: loginWallet }) };
    const { token } = z.object({ token: z.string() }).parse(await (await fetch(provider.token_url, request)).json());
    const session = { authorization: `Bearer ${token}` };
    const minted = await send(baseUrl, 'POST', '/account/keys', { headers: session, body: { name: 'withdrawals' } });
    if (minted.status !== 200 && minted.status !== 201) throw new Error(`no key: ${JSON.stringify(minted.body)}`);
    return new WalletCustomer(descriptor, minted.body.api_key, minted.body.account_id, loginWallet);
  }

  send(method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<Answer> {
    const all = { 'x-api-key': this.apiKey, ...headers };
    return send(this.descriptor.base_url, method, path, { headers: all, ...(body !== undefined && { body }) });
  }

  /** Pays into the managed wallet, and waits until it can be spent. */
  async fund(microUsdc: bigint): Promise<void> {
    const { body } = await this.send('GET', '/wallet');
    if (!isAddress(body.address)) throw new Error(`no address: ${JSON.stringify(body)}`);
    await payIn(this.descriptor.arbitrum, [body.address], microUsdc);
    await until(
      'the deposit',
      () => this.send('GET', '/wallet/deposits'),
      (answer) => answer.body?.deposits?.[0]?.status === 'confirmed',
    );
  }

  /** Returns what is held and not reserved. */
  async heldUsd(): Promise<number> {
    const { body } = await until(
      'the wallet',
      () => this.send('GET', '/wallet'),
      ({ status }) => status === 200,
    );
    return body.balance.held_usd;
  }

  /** Waits until a withdrawal is final. */
  async confirmed(id: string): Promise<void> {
    await until(
      'the payment',
      () => this.send('GET', `/wallet/withdrawals/${id}`),
      ({ body }) => body?.status === 'confirmed',
    );
  }

  unsigned(changes: Partial<Unsigned> = {}): Unsigned {
    const expiresAt = new Date(Date.now() + FIVE_MINUTES_MS).toISOString();
    return { key: randomUUID(), amountUsd: '5.00', nonce: randomUUID(), expiresAt, ...changes };
  }

  /** Returns what the login wallet signs for a withdrawal. */
  message({ key, amountUsd, nonce, expiresAt }: Unsigned): Message {
    return {
      ...{ accountId: this.accountId, source: 'arbitrum', amountUsd, chain: 'arbitrum', idempotencyKey: key },
      ...{ nonce, expiresAt, destinationWallet: this.loginWallet },
      assetAddress: this.descriptor.arbitrum.usdc_address,
    };
  }

  /** Sends a signed withdrawal; `changes` replace fields of its body. */
  withdraw(wanted: Unsigned, signature: string, changes: object = {}): Promise<Answer> {
    return this.#submit('/wallet/withdraw', wanted, signature, changes);
  }

  /** Has the proof of a withdrawal checked alone. */
  authorize(wanted: Unsigned, signature: string): Promise<Answer> {
    return this.#submit('/wallet/withdraw/authorize', wanted, signature);
  }

  #submit(path: string, { key, amountUsd, nonce, expiresAt }: Unsigned, signature: string, changes: object = {}) {
    const authorization = { type: 'wallet_signature', signature, nonce, expires_at: expiresAt };
    const asset = { chain: 'arbitrum', asset_address: this.descriptor.arbitrum.usdc_address };
    const body = { source: 'arbitrum', amount_usd: amountUsd, ...asset, authorization, ...changes };
    return this.send('POST', path, body, { 'idempotency-key': key });
  }
}
