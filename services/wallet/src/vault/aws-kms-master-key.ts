// Why: docs/decisions/wallet/seals-and-master-keys.md
import { createHash } from 'node:crypto';
import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms';
import { PlatformError } from '@platform/errors';
import { Secret } from '@platform/kit/config';
import { KEY_BYTES } from './aes-gcm.js';
import type { MasterKey } from './master-key.js';

const ID_LENGTH = 16;
const ATTEMPTS_MAX = 3;
const CONNECT_TIMEOUT_MS = 1_000;
const REQUEST_TIMEOUT_MS = 2_000;
/** What KMS answers to bytes that it did not wrap with this key for this context. Anything else says nothing of the bytes. */
const REFUSALS: readonly string[] = ['InvalidCiphertextException', 'IncorrectKeyException'];

/** How AWS is reached. */
export interface AwsAccess {
  /** Absent: the public endpoint of the key's region. */
  readonly endpoint?: string | undefined;
  /** Absent: those of the machine's or the container's role. */
  readonly credentials?:
    | {
        readonly accessKeyId: string;
        readonly secretAccessKey: Secret;
        readonly sessionToken?: Secret | undefined;
      }
    | undefined;
}

/** A master key that never leaves AWS KMS, which wraps and unwraps data keys. */
export class AwsKmsMasterKey implements MasterKey {
  readonly id: string;
  readonly #client: KMSClient;

  constructor(
    /** Names region, account and key. */
    private readonly keyArn: string,
    { endpoint, credentials }: AwsAccess = {},
  ) {
    this.id = createHash('sha256').update(keyArn).digest('hex').slice(0, ID_LENGTH);
    this.#client = new KMSClient({
      region: keyArn.split(':')[3] ?? '',
      maxAttempts: ATTEMPTS_MAX,
      requestHandler: {
        connectionTimeout: CONNECT_TIMEOUT_MS,
        requestTimeout: REQUEST_TIMEOUT_MS,
        throwOnRequestTimeout: true,
      },
      ...(endpoint !== undefined && { endpoint }),
      ...(credentials !== undefined && { credentials: revealed(credentials) }),
    });
  }

  async wrap(dataKey: Secret<Buffer>, context: string): Promise<Buffer> {
    const command = new EncryptCommand({ ...this.#named(context), Plaintext: dataKey.reveal() });
    const { CiphertextBlob: wrapped } = await this.#client.send(command).catch(unreachable);
    if (wrapped === undefined) throw unreachable(new Error('KMS answered without a ciphertext'));
    return Buffer.from(wrapped);
  }

  async unwrap(wrapped: Buffer, context: string): Promise<Secret<Buffer>> {
    const command = new DecryptCommand({ ...this.#named(context), CiphertextBlob: wrapped });
    const { Plaintext: dataKey } = await this.#client.send(command).catch((error: unknown) => {
      if (error instanceof Error && REFUSALS.includes(error.name)) throw error;
      return unreachable(error);
    });
    if (dataKey?.length !== KEY_BYTES) throw new Error('KMS unwrapped something that is no data key');
    return new Secret(Buffer.from(dataKey.buffer, dataKey.byteOffset, dataKey.length));
  }

  /** The context is authenticated with the ciphertext, and stands in AWS's audit log: it holds ids, and nothing secret. */
  #named(context: string) {
    return { KeyId: this.keyArn, EncryptionContext: { context } };
  }
}

function unreachable(cause: unknown): never {
  throw new PlatformError('wallet_upstream_unavailable', { details: { reason: 'master_key_unavailable' }, cause });
}

function revealed({ accessKeyId, secretAccessKey, sessionToken }: NonNullable<AwsAccess['credentials']>) {
  return {
    accessKeyId,
    secretAccessKey: secretAccessKey.reveal(),
    ...(sessionToken !== undefined && { sessionToken: sessionToken.reveal() }),
  };
}
