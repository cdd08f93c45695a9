import type { Address } from 'viem';
import type { Network } from './chain.js';

/** The identity of a network, and its tokens. */
interface NetworkFacts {
  readonly chainId: number;
  /** Native USDC (Circle's contract, six decimals). */
  readonly usdcAddress: Address;
  /** Contracts of other tokens that people copy by mistake in place of their own address, by the tokens' symbols. */
  readonly otherTokens: Readonly<Record<string, Address>>;
}

/**
 * Source: chainlist.org, developers.circle.com/stablecoins/usdc-contract-addresses, arbiscan.io/tokens and
 * polygonscan.com/tokens.
 */
export const networks: Readonly<Record<Network, NetworkFacts>> = {
  arbitrum: {
    chainId: 42_161,
    usdcAddress: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
    otherTokens: {
      'USDC.e': '0xFF970A61A04b1cA14834A43f5dE4533eBDDB5CC8',
      USDT: '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9',
      DAI: '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1',
      WETH: '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1',
      WBTC: '0x2f2a2543B76A4166549F7aaB2e75Bef0aefC5B0f',
      ARB: '0x912CE59144191C1204E64559FE8253a0e49E6548',
    },
  },
  polygon: {
    chainId: 137,
    usdcAddress: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
    otherTokens: {
      'USDC.e': '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174',
      USDT: '0xc2132D05D31c914a87C6611C10748AEb04B58e8F',
      pUSD: '0xC011a7E12a19f7B1f670d46F03B03f3342E82DFB',
      DAI: '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063',
      WETH: '0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619',
      WBTC: '0x1BFD67037B42Cf73acF2047067bd4F2C47D9BfD6',
      WPOL: '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270',
    },
  },
};
