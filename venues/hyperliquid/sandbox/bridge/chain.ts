import type { Address, Hex } from 'viem';
import { BridgeChain } from '../../../simulation/money/index.js';

/** The bridge contract's address on Arbitrum. */
export const BRIDGE_ADDRESS: Address = '0x2df1c51e09aecf9cacb7bc98cb1742757f163df7';

/** The embedded chain that holds the bridge's money. */
export interface ArbitrumOptions {
  readonly rpcUrl: string;
  readonly usdcAddress: Address;
  /** May mint USDC: winnings in the simulated markets were paid in by nobody. */
  readonly faucetPrivateKey: Hex;
}

/** Returns the bridge's view of its chain. */
export function openBridgeChain({ rpcUrl, usdcAddress, faucetPrivateKey }: ArbitrumOptions): BridgeChain {
  return new BridgeChain({
    ...{ rpcUrl, token: usdcAddress, account: BRIDGE_ADDRESS },
    minterPrivateKey: faucetPrivateKey,
  });
}
