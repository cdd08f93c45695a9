/** Names that no one may mistake, for what the graph calls by one word. */
const NETWORKS: Readonly<Record<string, string>> = {
  arbitrum: 'Arbitrum One (chain id 42161)',
  polygon: 'Polygon (chain id 137)',
};

const ASSETS: Readonly<Record<string, string>> = { USDC: 'USDC issued by Circle, not the bridged USDC.e' };

/** A network with its chain id. */
export function networkName(network: string): string {
  return NETWORKS[network] ?? network;
}

/** An asset with its issuer. */
export function assetName(asset: string): string {
  return ASSETS[asset] ?? asset;
}
