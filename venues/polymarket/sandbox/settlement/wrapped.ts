import {
  type Address,
  concat,
  encodeAbiParameters,
  type Hex,
  hexToNumber,
  hexToString,
  keccak256,
  recoverAddress,
  size,
  slice,
  toHex,
} from 'viem';

const NAME = keccak256(toHex('DepositWallet'));
const VERSION = keccak256(toHex('1'));
const CHAIN_ID = 137n;
const NO_SALT: Hex = `0x${'00'.repeat(32)}`;
const WALLET_FIELDS = 'string name,string version,uint256 chainId,address verifyingContract,bytes32 salt';
const SIGNATURE_BYTES = 65;
const HASH_BYTES = 32;

/**
 * Returns the owner who made a deposit wallet's signature of a digest: the owner signs the digest's contents together with the wallet's own
 * domain (ERC-7739), and the signature is followed by what rebuilds the digest. Undefined: it is of another form, or of another digest.
 */
export async function wrappedSigner(wallet: Address, digest: Hex, signature: Hex): Promise<Address | undefined> {
  try {
    const length = size(signature);
    const typeBytes = hexToNumber(slice(signature, length - 2));
    const typeFrom = SIGNATURE_BYTES + 2 * HASH_BYTES;
    if (typeFrom + typeBytes + 2 !== length) return undefined;
    const own = slice(signature, 0, SIGNATURE_BYTES);
    const domain = slice(signature, SIGNATURE_BYTES, SIGNATURE_BYTES + HASH_BYTES);
    const contents = slice(signature, SIGNATURE_BYTES + HASH_BYTES, typeFrom);
    if (digestOf(domain, contents) !== digest) return undefined;
    const type = hexToString(slice(signature, typeFrom, typeFrom + typeBytes));
    return await recoverAddress({ hash: digestOf(domain, wrapped(wallet, type, contents)), signature: own });
  } catch {
    // What the caller sent is not a signature at all.
    return undefined;
  }
}

function wrapped(wallet: Address, type: string, contents: Hex): Hex {
  const name = type.slice(0, type.indexOf('('));
  const typeHash = keccak256(toHex(`TypedDataSign(${name} contents,${WALLET_FIELDS})${type}`));
  return keccak256(
    concat([
      typeHash,
      contents,
      NAME,
      VERSION,
      encodeAbiParameters([{ type: 'uint256' }, { type: 'address' }, { type: 'bytes32' }], [CHAIN_ID, wallet, NO_SALT]),
    ]),
  );
}

function digestOf(domain: Hex, contents: Hex): Hex {
  return keccak256(concat(['0x1901', domain, contents]));
}
