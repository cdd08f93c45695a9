/**
 * The venue's verdicts that nothing was done, whole. Other texts leave an action's outcome open: so does a duplicate, which may be this very
 * order. Source: docs.polymarket.com/resources/error-codes, and what clients have seen, November 2026.
 */
const VERDICTS: readonly RegExp[] = [
  // Orders.
  /^order( 0x[0-9a-f]{64})? is invalid\. (Price( \([\d.]+\))? breaks minimum tick size rules?|Size( \([\d.]+\))? lower than the minimum)(: [\d.]+)?\.?$/i,
  /^invalid post-only order: (order crosses book|only GTC and GTD order types are allowed)$/,
  /^order 0x[0-9a-f]{64} crosses the book$/i,
  /^not enough balance \/ allowance(: .{1,300})?$/,
  /^invalid (nonce|expiration|signature|amounts?)$/i,
  /^invalid amounts, the (market )?(buy|sell) orders maker amount supports a max accuracy of \d decimals, taker amount a max of \d decimals$/,
  /^invalid amount for a marketable (BUY|SELL) order \(\$[\d.]+\), min size: \$[\d.]+$/,
  /^order couldn't be fully filled\. FOK orders are fully filled or killed\.$/,
  /^no orders found to match with FAK order\. FAK orders are partially filled or killed if no match is found\.$/,
  /^(there are no matching orders|FOK orders are filled or killed)$/,
  /^the market is not yet ready to process new orders$/,
  /^the orderbook \d{1,78} does not exist$/,
  /^order canceled in the CTF exchange contract$/,
  /^the order (owner|signer address) has to be the (owner|address) of the API KEY$/,
  /^order_version_mismatch$/,
  /^Invalid order payload$/,
  // Cancels.
  /^(order )?(already canceled or matched|can't be found - already canceled or matched)$/i,
  /^matched orders can't be canceled$/,
  /^order not found$/i,
  /^Invalid orderID$/,
  // Account and venue.
  /^Unauthorized\/Invalid api key$/,
  /^'0x[0-9a-f]{40}' address (banned|in closed only mode)$/i,
  /^Trading is currently disabled\. Check polymarket\.com for updates$/,
  /^Trading is currently cancel-only\. New orders are not accepted, but cancels are allowed\.$/,
];

/** Returns whether a text of the venue is its verdict that nothing was done. */
export function isRefusal(text: string): boolean {
  return VERDICTS.some((verdict) => verdict.test(text));
}
