import { randomUUID } from 'node:crypto';
import type { Address } from 'viem';
import { tokenRow, usdcOn } from '../chains/token.js';
import { newAddress, type Stage } from './stage.js';

/** A code as proof. */
export interface CodeProof {
  readonly type: 'email_otp';
  readonly challengeId: string;
  readonly code: string;
}

/** A withdrawal as its customer asks for it. */
export interface Wanted {
  readonly source: string;
  readonly amountUsd: string;
  readonly destinationWallet: string;
  readonly chain: string;
  readonly assetAddress: string;
}

/** An account that withdraws with codes, through the handlers of a stage. */
export class StageCustomer {
  readonly destination: Address = newAddress();

  constructor(
    private readonly stage: Stage,
    readonly accountId: string,
  ) {}

  wanted(changes: Partial<Wanted> = {}): Wanted {
    return {
      ...{ source: 'arbitrum', amountUsd: '60.00', destinationWallet: this.destination, chain: 'arbitrum' },
      assetAddress: tokenRow(usdcOn('arbitrum')).address,
      ...changes,
    };
  }

  sendCode(idempotencyKey: string = randomUUID(), wanted = this.wanted()) {
    return this.stage.handlers.SendWithdrawalCode({ idempotencyKey, ...wanted }, this.#context());
  }

  /** Asks for a code and reads it. */
  async prove(key: string, wanted = this.wanted()): Promise<CodeProof> {
    const { challengeId } = await this.sendCode(key, wanted);
    return { type: 'email_otp', challengeId, code: this.stage.logins.newestCode(this.accountId) };
  }

  authorize(idempotencyKey: string, authorization?: object, wanted = this.wanted()) {
    const proof = authorization === undefined ? {} : { authorization: { type: 'email_otp', ...authorization } };
    return this.stage.handlers.AuthorizeWithdrawal({ idempotencyKey, ...wanted, ...proof }, this.#context());
  }

  withdraw(idempotencyKey: string, authorization?: object, wanted = this.wanted()) {
    const proof = authorization === undefined ? {} : { authorization: { type: 'email_otp', ...authorization } };
    const request = { idempotencyKey, ...wanted, ...proof, replayOnly: false };
    return this.stage.handlers.CreateWithdrawal(request, this.#context());
  }

  replay(idempotencyKey: string, wanted = this.wanted()) {
    return this.stage.handlers.CreateWithdrawal({ idempotencyKey, ...wanted, replayOnly: true }, this.#context());
  }

  recover(idempotencyKey: string) {
    return this.stage.handlers.RecoverWithdrawal({ idempotencyKey }, this.#context());
  }

  sources() {
    return this.stage.handlers.ListWithdrawalSources({}, this.#context());
  }

  #context() {
    return this.stage.as(this.accountId);
  }
}

/** Returns a code that is not this one. */
export function wrongCode(code: string): string {
  return code === '000000' ? '000001' : '000000';
}
