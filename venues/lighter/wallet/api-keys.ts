// Why: docs/decisions/venues/lighter-setup.md
import { Secret } from '@platform/kit/config';
import type { Address } from 'viem';
import type { AccountSecrets } from '../../trading-accounts/index.js';
import { API_KEY_INDEX } from '../codec/index.js';
import type { LighterApiKey, LighterSigner, LighterTransaction, SignedTransaction } from '../signer/index.js';
import { CHAIN_IDS } from '../transactions/index.js';
import { ofVenue } from './upstream.js';

/** Of a private key, and of a public one. */
const KEY_BYTES = 40;

/** An account at the venue, and the nonce of its key that a transaction is signed with. */
interface SigningPlace {
  readonly accountIndex: number;
  readonly nonce: number;
}

/**
 * The keys under which wallets trade, sealed in the vault: the private key, then the public one that belongs to it. What they sign rejects with
 * `LighterSignerError`, and is undefined where no key is kept.
 */
export class ApiKeys {
  constructor(
    private readonly secrets: AccountSecrets,
    private readonly signer: Pick<LighterSigner, 'generateKey' | 'sign' | 'token'>,
  ) {}

  /** Has a wallet's key sign a transaction of its account. */
  sign(
    owner: Address,
    { accountIndex, nonce }: SigningPlace,
    transaction: LighterTransaction,
  ): Promise<SignedTransaction | undefined> {
    const place = { accountIndex: BigInt(accountIndex), apiKeyIndex: API_KEY_INDEX, nonce: BigInt(nonce) };
    const signatory = { chainId: CHAIN_IDS.mainnet, ...place };
    return this.#use(owner, ({ privateKey }) => this.signer.sign({ signatory, transaction, privateKey }));
  }

  /** Has a wallet's key sign a token for reading what is its account's alone; `expiresS`: seconds since the Unix epoch. */
  token(owner: Address, accountIndex: number, expiresS: number): Promise<string | undefined> {
    const token = { accountIndex: BigInt(accountIndex), apiKeyIndex: API_KEY_INDEX, expiresS: BigInt(expiresS) };
    return this.#use(owner, ({ privateKey }) => this.signer.token({ token, privateKey }));
  }

  /** Returns whether a wallet has a key; opens nothing. */
  has(owner: Address): Promise<boolean> {
    return this.secrets.has(owner);
  }

  /** Returns the public key of a wallet's key; undefined where none is kept. */
  publicKeyOf(owner: Address): Promise<string | undefined> {
    return this.#use(owner, ({ publicKey }) => publicKey);
  }

  /** Makes a wallet's key unless one is kept, and keeps it: a key that is kept is never replaced. */
  async ensure(owner: Address): Promise<void> {
    if (await this.has(owner)) return;
    const { privateKey, publicKey } = await ofVenue(this.signer.generateKey());
    const plain = Buffer.from(privateKey.reveal().slice(2) + publicKey.slice(2), 'hex');
    try {
      await this.secrets.put(owner, new Secret(plain));
    } catch (error) {
      // Another turn was first: its key is the wallet's.
      if (!(await this.has(owner))) throw error;
    } finally {
      plain.fill(0);
    }
  }

  #use<Result>(owner: Address, use: (key: LighterApiKey) => Result | Promise<Result>): Promise<Result | undefined> {
    return this.secrets.use(owner, (secret) => {
      const bytes = secret.reveal();
      if (bytes.length !== 2 * KEY_BYTES) throw new Error('what is sealed is not a key for Lighter');
      const hex = (start: number) => `0x${bytes.subarray(start, start + KEY_BYTES).toString('hex')}`;
      return use({ privateKey: new Secret(hex(0)), publicKey: hex(KEY_BYTES) });
    });
  }
}
