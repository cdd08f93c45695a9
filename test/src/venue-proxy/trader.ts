import { signL1Action } from '@nktkas/hyperliquid/signing';
import type { Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';

/** A client of the venue's API, at the venue itself or at a proxy. */
export class Trader {
  #lastNonce = 0;

  constructor(
    private readonly url: string,
    private readonly key: Hex,
  ) {}

  /** Returns a signed action as it is sent. */
  async signed(action: Readonly<Record<string, unknown>>): Promise<string> {
    this.#lastNonce = Math.max(Date.now(), this.#lastNonce + 1);
    const request = { action, nonce: this.#lastNonce };
    const signature = await signL1Action({ wallet: privateKeyToAccount(this.key), ...request });
    return JSON.stringify({ ...request, signature });
  }

  /** Sends a body to `POST /exchange` or `POST /info`, and returns the answer. Throws unless it is one of the venue. */
  async send(path: '/exchange' | '/info', body: string): Promise<unknown> {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${this.url}${path}`, { method: 'POST', headers, body });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text}`);
    return JSON.parse(text);
  }
}
