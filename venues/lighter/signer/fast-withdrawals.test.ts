import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { isHex } from 'viem';
import { parseLosslessly } from '../../http/index.js';
import { CHAIN_IDS, isSignedBy, ownerMessage, readTransaction, transactionHash } from '../transactions/index.js';
import { PARAMETERS } from './calls.js';
import type { LighterSigner } from './index.js';
import { readSigned } from './signed.js';
import { answering, requestOf, SIGNATORY, withProgram } from './signer.fixture.js';
import { officialLibrary, signerOf } from './testing/index.js';
import type { LighterTransaction } from './transactions.js';

const DRAWN = 60;
const POOL = 2n ** 48n - 10n;
const OWNER = `0x${'ab'.repeat(20)}`;
const asked = {
  ...{ kind: 'fast_withdrawal', toAccountIndex: POOL, usdcAmount: 27_000_000n, usdcFee: 3_000_000n, toAddress: OWNER },
} as const satisfies LighterTransaction;

let library: string;
let signer: LighterSigner;

beforeAll(async () => {
  library = await officialLibrary();
  signer = signerOf({ library });
});

afterAll(() => signer.close());

/** Returns a number below a bound, always the same one for a name. */
function drawn(name: string, bound: bigint): bigint {
  return BigInt(`0x${createHash('sha256').update(name).digest('hex')}`) % bound;
}

/** A withdrawal and whose it is, drawn from all that may be asked for. */
function withdrawal(index: number) {
  const of = (what: string, least: bigint, most: bigint) => least + drawn(`${what} ${index}`, most - least + 1n);
  const bits = of('bits', 24n, 60n);
  const signatory = {
    ...SIGNATORY,
    ...{ accountIndex: of('account', 1n, 2n ** 48n - 2n), apiKeyIndex: Number(of('key', 4n, 254n)) },
    nonce: of('nonce', 0n, 2n ** 63n - 1n),
  };
  const transaction = {
    ...{ kind: 'fast_withdrawal', toAccountIndex: of('pool', 0n, 2n ** 48n - 2n) },
    ...{ usdcAmount: of('amount', 4_000_000n, 2n ** bits - 1n), usdcFee: of('fee', 0n, 10_000_000n) },
    toAddress: `0x${createHash('sha256').update(`address ${index}`).digest('hex').slice(0, 40)}`,
  } as const satisfies LighterTransaction;
  return { signatory, transaction };
}

test('the official library signs the transfer of a fast withdrawal, and code of our own reads it as it was asked', async () => {
  const { privateKey, publicKey } = await signer.generateKey();
  if (!isHex(publicKey)) throw new Error('the library made no key');
  for (let index = 0; index < DRAWN; index += 1) {
    const { signatory, transaction } = withdrawal(index);
    const { type, info, hash, messageToSign, expiresAtMs } = await signer.sign({ signatory, transaction, privateKey });
    const read = readTransaction(type, parseLosslessly(info));
    if (!read.isRead || read.signed.transaction.kind !== 'transfer') throw new Error('it is no transfer');
    expect(read.signed.transaction).toEqual({
      ...{ kind: 'transfer', assetIndex: 3, fromRoute: 'perps', toRoute: 'perps', attributes: {} },
      ...{ accountIndex: Number(signatory.accountIndex), apiKeyIndex: signatory.apiKeyIndex, nonce: signatory.nonce },
      ...{ toAccountIndex: Number(transaction.toAccountIndex), memo: `${transaction.toAddress}${'0'.repeat(24)}` },
      ...{ amount: transaction.usdcAmount, fee: transaction.usdcFee, expiredAt: expiresAtMs },
    });
    expect(transactionHash(read.signed.transaction, CHAIN_IDS.mainnet)).toBe(hash);
    expect(ownerMessage(read.signed.transaction, CHAIN_IDS.mainnet)).toBe(messageToSign);
    if (index < 3) expect(isSignedBy(read.signed, publicKey, CHAIN_IDS.mainnet)).toBe(true);
  }
});

describe('nothing is signed', () => {
  test.each([
    ['less than the venue pays', { usdcAmount: 3_999_999n }, /usdcAmount/],
    ['a negative amount', { usdcAmount: -5_000_000n }, /usdcAmount/],
    ['an amount beyond 60 bits', { usdcAmount: 2n ** 60n }, /usdcAmount/],
    ['a negative fee', { usdcFee: -1n }, /usdcFee/],
    ['a fee that is nobody’s', { usdcFee: 10_000_001n }, /usdcFee/],
    ['an account beyond 48 bits', { toAccountIndex: 2n ** 48n - 1n }, /toAccountIndex/],
    ['nobody', { toAddress: `0x${'0'.repeat(40)}` }, /toAddress/],
    ['an address that is too long', { toAddress: `${OWNER}00` }, /toAddress/],
    ['an address in capitals', { toAddress: OWNER.toUpperCase().replace('0X', '0x') }, /toAddress/],
    ['another asset', { assetIndex: 1 }, /assetIndex/],
    ['another side of the account', { fromRoute: 1 }, /fromRoute/],
    ['a memo of its own', { memo: '00'.repeat(32) }, /memo/],
  ])('for %s', async (_what, changed, field) => {
    const request = requestOf({ ...asked, ...changed } as never);
    await expect(signer.sign(request)).rejects.toMatchObject({
      failure: 'invalid',
      message: expect.stringMatching(field),
    });
  });

  test('by another function that moves capital: one is bound', () => {
    const movers = Object.keys(PARAMETERS).filter((name) =>
      /Withdraw|Transfer|Pool|Share|Stake|SubAccount/i.test(name),
    );
    expect(movers).toEqual(['SignTransfer']);
  });
});

describe('a signer that was asked for a withdrawal', () => {
  test.each([
    ['of another amount', '"Amount":27000000', '"Amount":27000001'],
    ['to another account', '"ToAccountIndex":281474976710646', '"ToAccountIndex":7'],
    ['of another asset', '"AssetIndex":3', '"AssetIndex":1'],
    ['from the spot side', '"FromRouteType":0', '"FromRouteType":1'],
    ['with another fee', '"USDCFee":3000000', '"USDCFee":0'],
    ['for another address', '"Memo":[171,', '"Memo":[172,'],
    ['with a memo that goes on', ',0],"ExpiredAt"', ',1],"ExpiredAt"'],
    ['that is signed by the owner already', '"L1Sig":""', `"L1Sig":"0x${'ab'.repeat(65)}"`],
  ])('gives out none %s', async (_what, said, instead) => {
    const { type, info, hash, messageToSign } = await signer.sign(requestOf(asked));
    const answer = { kind: 'signed', id: 1, type, hash, messageToSign } as const;
    expect(readSigned({ ...answer, info }, SIGNATORY, asked)).toMatchObject({ info });
    expect(info).toContain(said);
    expect(() => readSigned({ ...answer, info: info.replace(said, instead) }, SIGNATORY, asked)).toThrow(
      expect.objectContaining({ failure: 'untrue' }),
    );
  });

  test('gives out none whose text for the owner is another one', async () => {
    const { type, info, hash, messageToSign } = await signer.sign(requestOf(asked));
    const lines = messageToSign?.split('\n') ?? [];
    expect(lines).toHaveLength(12);
    const said = { kind: 'signed', id: 1, type, hash, info } as const;
    for (const [at, line] of lines.entries()) {
      const other = lines.with(at, `${line} `).join('\n');
      expect(() => readSigned({ ...said, messageToSign: other }, SIGNATORY, asked)).toThrow(/something else/);
    }
    expect(() => readSigned({ ...said, messageToSign: null }, SIGNATORY, asked)).toThrow(/something else/);
  });

  test('gives out none where its process signs the transfer that it was not asked for', async () => {
    const { type, info, hash, messageToSign } = await signer.sign(requestOf({ ...asked, usdcAmount: 28_000_000n }));
    const said = JSON.stringify({ kind: 'signed', type, info, hash, messageToSign });
    await withProgram(answering(`say({ ...${said}, id: question.id });`), async (program) => {
      const lied = signerOf({ library, program });
      await expect(lied.sign(requestOf(asked))).rejects.toMatchObject({ failure: 'untrue' });
      await lied.close();
    });
  });
});
