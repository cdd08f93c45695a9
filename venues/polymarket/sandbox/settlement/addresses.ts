import type { Address } from 'viem';

/** The venue's contracts on Polygon. Source: the official client's `getContractConfig` and `production` environment, November 2026. */
export const CONTRACTS = {
  pusd: '0xC011a7E12a19f7B1f670d46F03B03f3342E82DFB',
  conditionalTokens: '0x4D97DCd97eC945f40cF65F87097ACe5EA0476045',
  exchangeV2: '0xE111180000d2663C0091e4f400237545B87B996B',
  negRiskExchangeV2: '0xe2222d279d744050d28e00520010520000310F59',
  exchangeV3: '0xe3333700cA9d93003F00f0F71f8515005F6c00Aa',
  collateralAdapter: '0xAdA100Db00Ca00073811820692005400218FcE1f',
  negRiskCollateralAdapter: '0xadA2005600Dec949baf300f4C6120000bDB6eAab',
  walletFactory: '0x00000000000Fb5C9ADea0298D729A0CB3823Cc07',
  walletBeacon: '0x7A18EDfe055488A3128f01F563e5B479D92ffc3a',
  walletImplementation: '0x58CA52ebe0DadfdF531Cde7062e76746de4Db1eB',
} as const satisfies Readonly<Record<string, Address>>;

/** The exchanges, each of which takes pUSD and shares within a wallet's allowances. */
export const EXCHANGES: readonly Address[] = [CONTRACTS.exchangeV2, CONTRACTS.negRiskExchangeV2, CONTRACTS.exchangeV3];

/** The adapters, which split, merge and redeem positions for pUSD. */
export const ADAPTERS: readonly Address[] = [CONTRACTS.collateralAdapter, CONTRACTS.negRiskCollateralAdapter];

/** The other side of fills of the simulated market: it needs neither balance nor allowance (see `SandboxExchange.sol`). */
export const MARKET_ADDRESS: Address = '0x5a4db0c500000000000000000000000000000001';
