import { Wallet } from 'ethers';
import { privateKeyToAccount } from 'viem/accounts';
import { z } from 'zod';
import { provisionPython, runScript } from '../venues/python.js';

const hex = z.templateLiteral(['0x', z.string()]);
const member = z.object({ name: z.string(), type: z.string() });

/** The document from which a stranger makes proofs. */
const documentSchema = z.object({
  domain: z.object({ name: z.string(), version: z.string(), chainId: z.number(), verifyingContract: hex }),
  primaryType: z.literal('WithdrawalAuthorization'),
  types: z.record(z.string(), z.array(member)),
  vectors: z.array(z.object({ private_key: hex, signature: hex, message: z.record(z.string(), z.string()) })),
});
export type PublishedDocument = z.output<typeof documentSchema>;
export type Message = Readonly<Record<string, string>>;

/** Reads the document as the platform serves it. */
export async function fetchDocument(baseUrl: string): Promise<PublishedDocument> {
  const response = await fetch(new URL('/withdrawal-authorization.json', baseUrl));
  return documentSchema.parse(await response.json());
}

type Sign = (key: `0x${string}`, document: PublishedDocument, message: Message) => Promise<string>;

/** The packages of the official SDK of a venue, eth_account among them. */
const PYTHON = 'lighter-sdk';

/** Installs what the signers need; the first time on a machine that takes minutes. */
export async function provisionSigners(): Promise<void> {
  await provisionPython(PYTHON);
}

/** Signs with each library as its documentation says, knowing nothing but the document. */
export const signers: Readonly<Record<string, Sign>> = {
  viem: (key, { domain, primaryType, types }, message) =>
    privateKeyToAccount(key).signTypedData({ domain, primaryType, types, message }),
  ethers: (key, { domain, types: { EIP712Domain: _derived, ...types } }, message) =>
    new Wallet(key).signTypedData(domain, types, message),
  eth_account: async (key, { domain, primaryType, types }, message) => {
    const python = await provisionPython(PYTHON);
    const typedData = JSON.stringify({ domain, primaryType, types, message });
    return z.string().parse(await runScript(python, '../wallet-proofs/sign_withdrawal.py', [key, typedData]));
  },
};
