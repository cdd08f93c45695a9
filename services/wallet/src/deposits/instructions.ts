import { type MicroUsdc, parseUsd } from '@platform/kit/money';
import type { Address } from 'viem';

/** Where to send a deposit, and the smallest amount to send. */
export interface DepositInstructions {
  readonly chain: 'arbitrum';
  readonly asset: 'USDC';
  readonly address: Address;
  /** The smallest deposit that customers are asked to make. */
  readonly minMicroUsdc: MicroUsdc;
  /** Safety minimum of the venues' bridges; not the recommended amount. */
  readonly protocolMinMicroUsdc: MicroUsdc;
}

/** Returns how to deposit into the wallet at an address. */
export function depositInstructions(address: Address): DepositInstructions {
  return {
    chain: 'arbitrum',
    asset: 'USDC',
    address,
    minMicroUsdc: parseUsd('50.00'),
    protocolMinMicroUsdc: parseUsd('5.00'),
  };
}
