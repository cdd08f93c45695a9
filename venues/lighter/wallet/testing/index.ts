import { Secret } from '@platform/kit/config';
import { type AccountSecrets, type ConsecutiveNonceSource, NonceError } from '../../../trading-accounts/index.js';

/** Secrets in memory, which take no second one. */
export function testSecrets(): AccountSecrets & { readonly kept: Map<string, Buffer> } {
  const kept = new Map<string, Buffer>();
  return {
    kept,
    put: async (address, secret) => {
      const known = kept.get(address);
      if (known?.equals(secret.reveal()) === false) throw new Error('is another one already');
      kept.set(address, Buffer.from(secret.reveal()));
    },
    has: async (address) => kept.has(address),
    use: async (address, use) => {
      const known = kept.get(address);
      return known === undefined ? undefined : use(new Secret(Buffer.from(known)));
    },
  };
}

/** Nonces in memory, as the wallet's own count them. */
export class TestNonces implements ConsecutiveNonceSource {
  next: number | undefined;
  open: { operation: string; kept?: string } | undefined;
  readonly ended: string[] = [];

  async claim(signer: string, operation: string): Promise<number> {
    if (this.next === undefined) throw new NonceError('unknown_signer', signer);
    if (this.ended.includes(operation)) throw new NonceError('used', signer);
    if (this.open !== undefined && this.open.operation !== operation) throw new NonceError('claim_open', signer);
    this.open ??= { operation };
    return this.next;
  }

  async keep(signer: string, operation: string, text: string): Promise<void> {
    if (this.open?.operation !== operation) throw new NonceError('not_claimed', signer);
    this.open.kept = text;
  }

  async used(signer: string, operation: string): Promise<void> {
    if (this.open?.operation !== operation || this.next === undefined) throw new NonceError('not_claimed', signer);
    this.ended.push(operation);
    this.open = undefined;
    this.next += 1;
  }

  async giveBack(_signer: string, operation: string): Promise<void> {
    if (this.open?.operation === operation) this.open = undefined;
  }

  async openClaim() {
    return this.open === undefined || this.next === undefined ? undefined : { ...this.open, nonce: this.next };
  }

  async adopt(_signer: string, next: number): Promise<void> {
    this.next = next;
  }
}
