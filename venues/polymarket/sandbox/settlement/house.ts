import { keccak256, toHex } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';

/** The wallet behind the generated book: the counterparty of each fill that no other user made. Its key is the hash of this text. */
export const HOUSE = privateKeyToAddress(keccak256(toHex('the house of the sandbox polymarket')));
