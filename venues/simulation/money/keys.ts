import { concat, type Hex, keccak256, stringToHex } from 'viem';

/** Returns a key of a simulated venue that follows from the faucet's, so that it is the same after a restart. */
export function keyFromFaucet(faucetPrivateKey: Hex, purpose: string): Hex {
  return keccak256(concat([faucetPrivateKey, stringToHex(purpose)]));
}
