import { type Address, encodeDeployData, type Hex, parseAbi } from 'viem';
import { usdcArtifact } from './contracts/generated/usdc.js';

/** The token's functions that the sandbox calls. */
export const usdcAbi = parseAbi([
  'constructor(address minter)',
  'function mint(address to, uint256 value)',
  'function totalSupply() view returns (uint256)',
  'function transfer(address to, uint256 value) returns (bool)',
]);

/** Creation code of a token that `minter` may mint; called, not sent, it returns the code to place at an address. */
export function usdcCreationCode(minter: Address): Hex {
  return encodeDeployData({ abi: usdcAbi, bytecode: usdcArtifact.creationCode, args: [minter] });
}
