import { parseAbi } from 'viem';

/** The functions of pUSD that the sandbox calls. */
export const pusdAbi = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'function allowance(address owner, address spender) view returns (uint256)',
  'function balanceOf(address) view returns (uint256)',
]);

/** The functions of the conditional tokens that the sandbox calls. */
export const tokensAbi = parseAbi([
  'event ConditionPreparation(bytes32 indexed conditionId, uint256[2] tokens, bool negRisk)',
  'function balanceOf(address account, uint256 id) view returns (uint256)',
  'function isApprovedForAll(address account, address operator) view returns (bool)',
  'function isPrepared(bytes32 conditionId) view returns (bool)',
  'function payoutDenominator(bytes32 conditionId) view returns (uint256)',
  'function prepareCondition(bytes32 conditionId, uint256[2] tokens, bool negRisk)',
  'function reportPayouts(bytes32 conditionId, uint256[2] payouts)',
]);

/** The operator's functions of an exchange. */
export const exchangeAbi = parseAbi([
  'struct Fill { uint256 tokenId; address buyer; address seller; uint256 shares; uint256 collateral; address feePayer; uint256 fee; }',
  'event Settled(bytes32 indexed id)',
  'function settledIn(bytes32 id) view returns (uint256)',
  'function settle(bytes32 id, address market, Fill[] fills)',
]);

/** The functions of the wallet factory. */
export const factoryAbi = parseAbi([
  'struct Call { address target; uint256 value; bytes data; }',
  'struct Batch { address wallet; uint256 nonce; uint256 deadline; Call[] calls; }',
  'function predictWalletAddress(address owner) view returns (address)',
  'function deploy(address owner) returns (address)',
  'function proxy(Batch batch, bytes signature)',
]);

/** The functions of a deposit wallet that are read. */
export const walletAbi = parseAbi([
  'function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)',
  'function nonce() view returns (uint256)',
]);
