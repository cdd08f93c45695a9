import { routes } from './fields.js';
import type { Transaction } from './transactions.js';

/** Returns the text that the account's owner signs on Ethereum (EIP-191) beside the API key's signature. */
export function ownerMessage(
  transaction: Extract<Transaction, { kind: 'changePubKey' | 'transfer' }>,
  chainId: number,
): string {
  return [...linesOf(transaction, chainId), 'Only sign this message for a trusted client!'].join('\n');
}

function linesOf(transaction: Parameters<typeof ownerMessage>[0], chainId: number): readonly string[] {
  const { nonce, accountIndex, apiKeyIndex } = transaction;
  if (transaction.kind === 'changePubKey')
    return [
      'Register Lighter Account',
      '',
      `pubkey: ${transaction.publicKey}`,
      `nonce: ${padded(nonce)}`,
      `account index: ${padded(accountIndex)}`,
      `api key index: ${padded(apiKeyIndex)}`,
    ];
  const { toAccountIndex, assetIndex, amount, fee, memo } = transaction;
  return [
    'Transfer',
    '',
    `nonce: ${padded(nonce)}`,
    `from: ${padded(accountIndex)} (route ${padded(routes.indexOf(transaction.fromRoute))})`,
    `api key: ${padded(apiKeyIndex)}`,
    `to: ${padded(toAccountIndex)} (route ${padded(routes.indexOf(transaction.toRoute))})`,
    `asset: ${padded(assetIndex)}`,
    `amount: ${padded(amount)}`,
    `fee: ${padded(fee)}`,
    `chainId: ${padded(chainId)}`,
    `memo: ${memo.slice(2)}`,
  ];
}

/** Returns a number as `0x` and sixteen hexadecimal digits. */
function padded(value: number | bigint): string {
  return `0x${value.toString(16).padStart(16, '0')}`;
}
