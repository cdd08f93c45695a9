import { createHmac } from 'node:crypto';
import type { Random } from '@platform/kit/clock';
import type { Secret } from '@platform/kit/config';
import { decrypt, encrypt } from './aes-gcm.js';
import type { MasterKey } from './master-key.js';

const ID_LENGTH = 16;

/** A master key of 32 bytes from the environment (`WALLET_MASTER_KEY`). */
export class LocalMasterKey implements MasterKey {
  readonly id: string;

  constructor(
    private readonly key: Secret<Buffer>,
    private readonly random: Random,
  ) {
    this.id = createHmac('sha256', key.reveal()).update('master key id').digest('hex').slice(0, ID_LENGTH);
  }

  async wrap(dataKey: Secret<Buffer>, context: string): Promise<Buffer> {
    return encrypt(this.key, dataKey, context, this.random);
  }

  async unwrap(wrapped: Buffer, context: string): Promise<Secret<Buffer>> {
    return decrypt(this.key, wrapped, context);
  }
}
