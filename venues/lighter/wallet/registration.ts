// Why: docs/decisions/venues/lighter-setup.md
import { type Address, type Hex, isHex } from 'viem';
import type { SetupFacts, SigningFamily } from '../../trading-accounts/index.js';
import type { LighterTrading } from '../client/index.js';
import { API_KEY_INDEX } from '../codec/index.js';
import { CHAIN_IDS, ownerMessage } from '../transactions/index.js';
import type { ApiKeys } from './api-keys.js';
import { signedByOwner } from './signing.js';
import { ofVenue, unavailable } from './upstream.js';

const PUBLIC_KEY = /^0x[0-9a-f]{80}$/;

/** A key that is to be registered for a wallet's account. */
export interface KeyRegistration {
  readonly publicKey: string;
  readonly accountIndex: number;
  readonly nonce: number;
}

/** What the owner's key signs, and nothing else: the venue's text for the registration of a key at the platform's own index. */
const keyRegistrations: SigningFamily<KeyRegistration, KeyRegistration, Hex> = {
  venue: 'lighter',
  name: 'register_api_key',
  askers: ['wallet'],
  parse: async ({ publicKey, accountIndex, nonce }) => {
    if (!PUBLIC_KEY.test(publicKey)) throw new Error('what is to be registered is not a public key');
    return { publicKey, accountIndex, nonce };
  },
  sign: (key, registration) => key.signMessage({ message: messageOf(registration) }),
};

/** What registrations are made of. */
export interface RegistrationParts {
  readonly client: LighterTrading;
  readonly keys: ApiKeys;
}

/** Makes the sealed key of a wallet the one that the venue knows its account by. */
export class Registration {
  constructor(private readonly parts: RegistrationParts) {}

  /** Returns whether the venue shows the wallet's key at the platform's index. */
  async isDone(owner: Address): Promise<boolean> {
    const { client, keys } = this.parts;
    const publicKey = await keys.publicKeyOf(owner);
    if (publicKey === undefined) return false;
    const accountIndex = await ofVenue(client.accountOf(owner));
    if (accountIndex === undefined) return false;
    const registered = await ofVenue(client.accounts.registeredKey({ accountIndex, apiKeyIndex: API_KEY_INDEX }));
    return registered?.publicKey === publicKey;
  }

  /**
   * Seals a key, and sends its registration. Safe to repeat at any point: it is always the same key, and the venue takes each nonce once.
   * What became of it is seen by `isDone`, whatever is answered.
   */
  async advance({ address: owner, sign }: Pick<SetupFacts, 'address' | 'sign'>): Promise<void> {
    const { client, keys } = this.parts;
    await keys.ensure(owner);
    if (await this.isDone(owner)) return;
    const accountIndex = await ofVenue(client.accountOf(owner));
    if (accountIndex === undefined) throw unavailable('the venue has no account for the wallet');
    const publicKey = await keys.publicKeyOf(owner);
    if (publicKey === undefined) throw new Error('a key that was sealed is missing');
    const nonce = await ofVenue(client.nextNonce({ accountIndex, apiKeyIndex: API_KEY_INDEX }));
    const registration = { publicKey, accountIndex, nonce };
    const ownersSignature = await sign(keyRegistrations, registration);
    const signed = await ofVenue(keys.sign(owner, registration, { kind: 'change_pub_key', publicKey }));
    if (signed === undefined) throw new Error('a key that was sealed is missing');
    // The venue's own text, as the signer gives it, is the one that was signed.
    if (signed.messageToSign !== messageOf(registration))
      throw unavailable('the signer has another text for the owner');
    const sent = await client.send({ type: signed.type, txInfo: signedByOwner(signed.info, ownersSignature) });
    if (sent.kind === 'unsent') throw unavailable(sent.reason);
  }
}

function messageOf({ publicKey, accountIndex, nonce }: KeyRegistration): string {
  if (!isHex(publicKey)) throw new Error('what is to be registered is not a public key');
  const place = { accountIndex, apiKeyIndex: API_KEY_INDEX, nonce: BigInt(nonce) };
  // The text says neither the end nor attributes.
  const rest = { expiredAt: 0, attributes: {} };
  return ownerMessage({ kind: 'changePubKey', publicKey, ...place, ...rest }, CHAIN_IDS.mainnet);
}
