import koffi from 'koffi';
import { z } from 'zod';
import { callOf, type LibraryFunction, ORDER, ORDER_MEMBERS, PARAMETERS } from './calls.js';
import type { LighterSignatory, LighterToken, LighterTransaction } from './transactions.js';

/** The library has no address to call then: it can't reach the network. */
const NO_ADDRESS = '';
/** Tokens are the same for every chain: the library keeps the number with the key. */
const ANY_CHAIN = 304;
/** Nobody's key. */
const BLANK_KEY = `0x01${'00'.repeat(39)}`;

const text = z.string().nullable();
const signedSchema = z.object({
  txType: z.int(),
  txInfo: text,
  txHash: text,
  messageToSign: text,
  err: text,
});
const generatedSchema = z.object({ privateKey: text, publicKey: text, err: text });
const tokenSchema = z.object({ str: text, err: text });

/** A transaction as the library signed it. */
interface Signed {
  readonly type: number;
  readonly info: string;
  readonly hash: string;
  readonly messageToSign: string | null;
}

/** A refusal of the library, in its words. */
export class LibraryRefused extends Error {
  override readonly name = 'LibraryRefused';
}

/** The venue's official signer, loaded into this process. */
export interface SignerLibrary {
  /** Signs a transaction by a private key, which the library forgets then. Throws `LibraryRefused`. */
  sign(privateKey: string, signatory: LighterSignatory, transaction: LighterTransaction): Signed;
  /** Makes a private key by the system's randomness. Throws `LibraryRefused`. */
  generate(): { readonly privateKey: string; readonly publicKey: string };
  /** Signs a token for reading by a private key, which the library forgets then. Throws `LibraryRefused`. */
  token(privateKey: string, token: LighterToken): string;
}

/** Loads the shared library of a file: once in a process, which declares its types by their names. */
export function openLibrary(file: string): SignerLibrary {
  const library = koffi.load(file);
  // Every text that the library returns was allocated by it and is freed by it, once it has been copied.
  const owned = koffi.disposable('str', library.func('Free', 'void', ['void *']));
  const signed = koffi.struct({
    txType: 'uint8_t',
    ...{ txInfo: owned, txHash: owned, messageToSign: owned, err: owned },
  });
  const generated = koffi.struct({ privateKey: owned, publicKey: owned, err: owned });
  const createClient = library.func('CreateClient', owned, ['str', 'str', 'int', 'int', 'int64_t']);
  const texted = koffi.struct({ str: owned, err: owned });
  const createAuthToken = library.func('CreateAuthToken', texted, ['int64_t', 'int', 'int64_t']);
  const generateApiKey = library.func('GenerateAPIKey', generated, []);
  koffi.struct(ORDER, ORDER_MEMBERS);
  const functions = new Map(
    Object.entries(PARAMETERS).map(([name, parameters]) => [name, library.func(name, signed, [...parameters])]),
  );

  const setKey = (privateKey: string, { chainId, apiKeyIndex, accountIndex }: Omit<LighterSignatory, 'nonce'>) => {
    const refusal: unknown = createClient(NO_ADDRESS, privateKey, chainId, apiKeyIndex, accountIndex);
    // Its words may hold a digit of the key.
    if (refusal !== null) throw new LibraryRefused('the library does not take the private key');
  };
  const call = (name: LibraryFunction, values: readonly unknown[]): Signed => {
    const returned: unknown = functions.get(name)?.(...values);
    const { txType, txInfo, txHash, messageToSign, err } = signedSchema.parse(returned);
    if (err !== null) throw new LibraryRefused(err);
    if (txInfo === null || txHash === null) throw new Error('the library returned neither a signature nor an error');
    return { type: txType, info: txInfo, hash: txHash, messageToSign: messageToSign || null };
  };
  const withKey = <Result>(privateKey: string, place: Omit<LighterSignatory, 'nonce'>, use: () => Result): Result => {
    setKey(privateKey, place);
    try {
      return use();
    } finally {
      // The library keeps the last key of each account: from now on this is it.
      setKey(BLANK_KEY, place);
    }
  };
  return {
    sign: (privateKey, signatory, transaction) => {
      const { name, values } = callOf(signatory, transaction);
      return withKey(privateKey, signatory, () => call(name, values));
    },
    token: (privateKey, { accountIndex, apiKeyIndex, expiresS }) =>
      withKey(privateKey, { chainId: ANY_CHAIN, accountIndex, apiKeyIndex }, () => {
        const { str, err } = tokenSchema.parse(createAuthToken(expiresS, apiKeyIndex, accountIndex));
        if (err !== null) throw new LibraryRefused(err);
        if (str === null) throw new Error('the library returned neither a token nor an error');
        return str;
      }),
    generate: () => {
      const { privateKey, publicKey, err } = generatedSchema.parse(generateApiKey());
      if (err !== null) throw new LibraryRefused(err);
      if (privateKey === null || publicKey === null) throw new Error('the library returned neither a key nor an error');
      return { privateKey, publicKey };
    },
  };
}
