import { encodeFunctionData, parseAbi } from 'viem';
import { tokenRow } from '../chains/token.js';
import type { RelayRequest } from '../relayer/relayer.js';
import type { SignedTransfer } from './family.js';

const abi = parseAbi([
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
]);

/** Returns the call with which anybody may make a signed transfer (EIP-3009). */
export function callOf({ transfer, signature }: SignedTransfer): RelayRequest {
  const { operation, leg, token, from, to, nonce, validBefore } = transfer;
  const { v, r, s } = signature;
  const value = BigInt(transfer.amountMicroUsdc);
  const args = [from, to, value, 0n, BigInt(validBefore), nonce, v, r, s] as const;
  const data = encodeFunctionData({ abi, functionName: 'transferWithAuthorization', args });
  return { operation, leg, to: tokenRow(token).address, data, validBefore: new Date(validBefore * 1_000) };
}
