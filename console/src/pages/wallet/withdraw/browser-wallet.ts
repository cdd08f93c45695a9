/** A wallet in the browser, as EIP-1193 describes it. */
interface BrowserWallet {
  request(call: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>;
}

/** The wallet that the browser has; undefined where there is none. */
export function browserWallet(): BrowserWallet | undefined {
  const found: unknown = Reflect.get(globalThis, 'ethereum');
  return isWallet(found) ? found : undefined;
}

function isWallet(value: unknown): value is BrowserWallet {
  return typeof value === 'object' && value !== null && 'request' in value && typeof value.request === 'function';
}

/** Has the wallet sign typed data for an address. Throws the wallet's own error where its owner declines. */
export async function signTypedData(wallet: BrowserWallet, address: string, typedData: string): Promise<string> {
  // The wallet asks its owner once which accounts this page may see.
  await wallet.request({ method: 'eth_requestAccounts' });
  const signature = await wallet.request({ method: 'eth_signTypedData_v4', params: [address, typedData] });
  if (typeof signature !== 'string') throw new Error('the wallet answered with no signature');
  return signature;
}

/** What a wallet says when it does not sign. */
export function refusalOf(error: unknown): string {
  const isSaid = typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string';
  return isSaid ? String(error.message) : 'The wallet did not sign.';
}
