/** The address of a contract. */
type Address = `0x${string}`;

/** An asset that wallets hold and the ledger books. */
export type Asset = 'USDC';

/** An asset on a network. */
export interface AssetRow {
  /** Checksummed address of its contract. */
  readonly address: Address;
  /** Amounts are counted in millionths everywhere. */
  readonly decimals: 6;
  /** The EIP-712 domain of its transfers with an authorization (EIP-3009), besides the chain id and the contract. */
  readonly domain: { readonly name: string; readonly version: string };
}

/** A network on which wallets hold money. */
export interface NetworkRow {
  /** Its common name. */
  readonly name: string;
  readonly chainId: number;
  readonly assets: Readonly<Record<Asset, AssetRow>>;
  /** Contracts of other tokens that people copy by mistake in place of their own address, by the tokens' symbols. */
  readonly otherTokens: Readonly<Record<string, Address>>;
  /** The usual time between two blocks. */
  readonly blockMs: number;
  /** The maximum lag of the newest final block (`finalized`) behind the newest block. */
  readonly finalityLagMsMax: number;
  /** Defaults of what the platform pays for gas, in gwei of the network's own coin. */
  readonly gas: {
    /** The maximum price of a unit of gas. */
    readonly feePerGasMaxGwei: number;
    /** The maximum cost of one account's transfers per day. */
    readonly accountGweiPerDay: number;
    /** The maximum cost of all transfers per day. */
    readonly totalGweiPerDay: number;
  };
}

const MINUTE_MS = 60_000;

/**
 * The networks. Sources: chainlist.org, developers.circle.com/stablecoins/usdc-contract-addresses, arbiscan.io/tokens,
 * polygonscan.com/tokens. Why the lags: Arbitrum's blocks are final 13 to 20 minutes later, and more when its batches are late; Polygon's
 * within a minute.
 */
export const networks = {
  arbitrum: {
    name: 'Arbitrum One',
    chainId: 42_161,
    assets: {
      USDC: {
        address: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
        decimals: 6,
        domain: { name: 'USD Coin', version: '2' },
      },
    },
    otherTokens: {
      'USDC.e': '0xFF970A61A04b1cA14834A43f5dE4533eBDDB5CC8',
      USDT: '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9',
      DAI: '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1',
      WETH: '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1',
      WBTC: '0x2f2a2543B76A4166549F7aaB2e75Bef0aefC5B0f',
      ARB: '0x912CE59144191C1204E64559FE8253a0e49E6548',
    },
    blockMs: 250,
    finalityLagMsMax: 60 * MINUTE_MS,
    gas: { feePerGasMaxGwei: 100, accountGweiPerDay: 50_000_000, totalGweiPerDay: 1_000_000_000 },
  },
  polygon: {
    name: 'Polygon',
    chainId: 137,
    assets: {
      USDC: {
        address: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
        decimals: 6,
        domain: { name: 'USD Coin', version: '2' },
      },
    },
    otherTokens: {
      'USDC.e': '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174',
      USDT: '0xc2132D05D31c914a87C6611C10748AEb04B58e8F',
      pUSD: '0xC011a7E12a19f7B1f670d46F03B03f3342E82DFB',
      DAI: '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063',
      WETH: '0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619',
      WBTC: '0x1BFD67037B42Cf73acF2047067bd4F2C47D9BfD6',
      WPOL: '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270',
    },
    blockMs: 2_000,
    finalityLagMsMax: 10 * MINUTE_MS,
    gas: { feePerGasMaxGwei: 2_000, accountGweiPerDay: 50_000_000_000, totalGweiPerDay: 1_000_000_000_000 },
  },
} as const satisfies Readonly<Record<string, NetworkRow>>;

/** The name of a network. */
export type Network = keyof typeof networks;

/** The names of the networks, in the order in which they are shown. */
// The keys of the rows are their names.
export const networkNames = Object.keys(networks) as readonly Network[];

/** Returns whether a text is the name of a network. */
export function isNetwork(text: string): text is Network {
  return Object.hasOwn(networks, text);
}

/** Returns an object with one entry per network. */
export function byNetwork<Entry>(make: (network: Network) => Entry): Readonly<Record<Network, Entry>> {
  // One entry per network.
  return Object.fromEntries(networkNames.map((network) => [network, make(network)])) as Record<Network, Entry>;
}

/** The name of an environment variable of a network, such as `ARBITRUM_RPC_URL`. */
export type NetworkVariable<Suffix extends string> = `${Uppercase<Network>}_${Suffix}`;

/** Returns the name of a network's environment variable. */
export function networkVariable<Suffix extends string>(network: Network, suffix: Suffix): NetworkVariable<Suffix> {
  // Names of networks have letters alone.
  return `${network.toUpperCase() as Uppercase<Network>}_${suffix}`;
}

/** Returns one setting per network, by the names of its environment variables. */
export function networkSettings<Suffix extends string, Setting>(
  suffix: Suffix,
  make: (row: NetworkRow) => Setting,
): Readonly<Record<NetworkVariable<Suffix>, Setting>> {
  const settings = networkNames.map((network) => [networkVariable(network, suffix), make(networks[network])]);
  // One setting per network.
  return Object.fromEntries(settings) as Record<NetworkVariable<Suffix>, Setting>;
}
