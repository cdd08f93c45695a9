/** Returns a field's name without spelling variants: compatibility forms, case, hyphens, underscores, spaces. */
function bareName(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Names of credentials anywhere in a field's name: `walletPrivateKey`, `X-API-Key`, `api_secret_2`. */
const CREDENTIALS =
  /privatekey|privkey|secret|passphrase|password|passwd|credential|mnemonic|seedphrase|apikey|accesskey|signingkey|accesstoken|authtoken|sessiontoken|bearer|jwt|authorization|cookie/;

/** Names of request parts that the server decides. */
const REQUEST_PARTS = /nonce|header|endpoint|hostname|signedat|signingtime/;

/** Names that match only as a whole name or at its end: `signatureChainId` is not a signature. */
const ENDINGS = /(signature|timestamp|method|path|host|url|uri|passcode)s?$/;
const WHOLE = new Set(['sig', 'sigs', 'auth', 'token', 'pin', 'signed', 'credentials']);

/** Returns whether a field of this name would hold a credential. */
export function namesCredential(name: string): boolean {
  const bare = bareName(name);
  return CREDENTIALS.test(bare) || /signatures?$/.test(bare) || bare === 'sig' || bare === 'auth';
}

/**
 * Returns whether only the server may set a field of this name: credentials, private keys, API secrets, passphrases, signatures, nonces,
 * signing timestamps, authorization data, headers, HTTP methods, paths, hosts, URLs and endpoints.
 */
export function namesServerOwned(name: string): boolean {
  const bare = bareName(name);
  return namesCredential(name) || REQUEST_PARTS.test(bare) || ENDINGS.test(bare) || WHOLE.has(bare);
}
