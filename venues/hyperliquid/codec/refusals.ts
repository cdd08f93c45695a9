/**
 * The venue's verdicts that nothing was done, whole and without its additions. Other texts, including time-outs, rate limits and internal
 * errors, leave an action's outcome open. Source: hyperliquid.gitbook.io/hyperliquid-docs/for-developers/api/error-responses, and what
 * clients have seen.
 */
const VERDICTS: readonly RegExp[] = [
  // Orders.
  /^Price must be divisible by tick size\.?$/,
  /^Order must have minimum value of \$?\d+( \S+)?\.$/,
  /^Insufficient margin( to place order)?\.$/,
  /^Insufficient spot balance$/,
  /^Reduce only order would increase position\.$/,
  /^Post only order would have immediately matched, bbo was [^ ]*\.?$/,
  /^Order could not immediately match against any resting orders\.$/,
  /^Invalid TP\/SL price\.$/,
  /^TP\/SL orders must be reduce only\.$/,
  /^No liquidity available for market order\.$/,
  /^Order would increase open interest (while open interest is capped|too quickly)\.?$/,
  /^Order rejected due to price more aggressive than oracle while at open interest cap\.?$/,
  /^Order price (too far from oracle|cannot be more than \d+% away from the reference price)\.?$/,
  /^Order would cause position to exceed margin tier limit at current leverage\.?$/,
  /^Order has (invalid size|zero size|invalid price)\.$/,
  /^Orders are empty\.$/,
  /^Invalid asset( \d+)?\.?$/,
  /^Builder fee has not been approved\.$/,
  /^Only post-only orders allowed immediately after a network upgrade\.?$/,
  /^Trading is halted\.?$/,
  // Cancels and modifications.
  /^Order was never placed, already canceled, or filled\.$/,
  /^Cannot modify canceled or filled order\.?$/,
  /^Cannot set scheduled cancel time until enough volume traded\. Required: \$\d+\. Traded: \$[\d.]+$/,
  /^Scheduled cancel time too early, must be at least 5 seconds from now\.$/,
  // Margin and leverage.
  /^Invalid leverage value\.?$/,
  /^Cannot switch leverage type with open position\.$/,
  /^Cannot decrease leverage with open position\.$/,
  /^No isolated position to change the margin of\.$/,
  // Authority.
  /^Extra agent (already used\.|name must be between 1 and 16 characters long)$/,
  /^Too many extra agents\.$/,
  /^Builder fee has to be at most [\d.]+%\.$/,
  // Withdrawals.
  /^Insufficient balance for withdrawal\.?$/,
  /^Invalid destination\.?$/,
  // Signer and time. A reused nonce is not included: this very action may have used it.
  /^User or API Wallet 0x[0-9a-f]{40} does not exist\.$/i,
  /^Must deposit before performing actions\. User: 0x[0-9a-f]{40}\.?$/i,
  /^Unable to recover signer\.$/,
  /^Mainnet and testnet require different signature\.$/,
  /^Vault not registered: \S+$/,
  /^Invalid nonce: nonce too (low|high) \d+ [<>] \d+$/,
  /^Nonce mismatch\.$/,
  /^Action already expired\.?$/,
];
/** The venue's additions to a verdict. */
const ADDITIONS = /^L1 error: |\s+asset=\d+$/g;

/** Returns whether a text of the venue is its verdict that nothing was done. */
export function isRefusal(text: string): boolean {
  const verdict = text.replace(ADDITIONS, '');
  return VERDICTS.some((pattern) => pattern.test(verdict));
}
