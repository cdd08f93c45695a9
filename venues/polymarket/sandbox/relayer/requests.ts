import { getAddress, type Hex, isHex } from 'viem';
import { z } from 'zod';
import { address } from '../requests.js';
import { CONTRACTS } from '../settlement/addresses.js';

const CALLS_MAX = 50;
const METADATA_MAX = 500;
const DATA_CHARACTERS_MAX = 100_000;
/** 2^256 − 1 has 78 digits. */
const number = z.string().regex(/^\d{1,78}$/);
const hex = z.custom<Hex>((value) => isHex(value) && value.length <= DATA_CHARACTERS_MAX, 'must be hex');
const factory = address.refine((to) => to === getAddress(CONTRACTS.walletFactory), 'must be the wallet factory');
const metadata = z.string().max(METADATA_MAX).optional();

/** What a client submits for a deposit wallet: its creation, which needs no signature of its owner, or a batch that the owner signed. */
export const submission = z.discriminatedUnion('type', [
  z.object({ type: z.literal('WALLET-CREATE'), from: address, to: factory, metadata }),
  z.object({
    type: z.literal('WALLET'),
    from: address,
    to: factory,
    nonce: number,
    signature: hex,
    metadata,
    depositWalletParams: z.object({
      depositWallet: address,
      deadline: number,
      calls: z
        .array(z.object({ target: address, value: number, data: hex }))
        .min(1)
        .max(CALLS_MAX),
    }),
  }),
]);

export type Submission = z.output<typeof submission>;
