// Why: docs/decisions/wallet/seals-and-master-keys.md
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secret } from '@platform/kit/config';
import type { MicroUsdc } from '@platform/kit/money';
import type { Address } from 'viem';
import type { OperationReference } from '../operation-reference.js';
import { VaultError } from './vault.js';

const VERSION = 1;

/** The accepted operation: everything that its signature will say, and for which account. */
export interface AcceptedTransfer {
  readonly accountId: string;
  readonly walletId: string;
  readonly operation: OperationReference;
  readonly to: Address;
  readonly amountMicroUsdc: MicroUsdc;
  readonly validBefore: Date;
}

/** Seals operations when they are accepted, so that a row that was written or changed directly in the database is never signed. */
export class Seals {
  constructor(private readonly key: Secret<Buffer>) {}

  /** Returns the seal of an operation: HMAC-SHA256, in hex. */
  seal(transfer: AcceptedTransfer): string {
    return this.#mac(transfer).toString('hex');
  }

  /** Throws `VaultError` unless exactly this transfer was accepted. */
  require(transfer: AcceptedTransfer, seal: string | undefined): void {
    const expected = this.#mac(transfer);
    const given = Buffer.from(seal ?? '', 'hex');
    if (given.length !== expected.length || !timingSafeEqual(given, expected))
      throw new VaultError(`${transfer.operation.kind} ${transfer.operation.id} is not as it was accepted`);
  }

  #mac({ accountId, walletId, operation, to, amountMicroUsdc, validBefore }: AcceptedTransfer): Buffer {
    const venue = operation.kind === 'setup' ? operation.venue : '';
    const terms = [
      operation.kind,
      operation.id,
      venue,
      accountId,
      walletId,
      to,
      String(amountMicroUsdc),
      validBefore.getTime(),
    ];
    return createHmac('sha256', this.key.reveal())
      .update(JSON.stringify([VERSION, ...terms]))
      .digest();
  }
}
