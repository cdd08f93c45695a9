import { type Asset, type AssetRow, type Network, networks } from '@platform/kit/networks';

/** An asset on a network. */
export interface Token {
  readonly network: Network;
  readonly asset: Asset;
}

/** Returns the USDC of a network. */
export const usdcOn = (network: Network): Token => ({ network, asset: 'USDC' });

/** Returns a token's name, such as `arbitrum:USDC`. */
export const tokenName = ({ network, asset }: Token) => `${network}:${asset}` as const;

/** Returns the facts of a token: its contract, and how its transfers are signed. */
export function tokenRow({ network, asset }: Token): AssetRow {
  return networks[network].assets[asset];
}
