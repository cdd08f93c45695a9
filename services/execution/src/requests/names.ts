/** A field's name without what spellings differ by: compatibility forms, case, hyphens, underscores, spaces. */
function bareName(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Names of credentials wherever they stand in a name: `walletPrivateKey`, `X-API-Key`, `api_secret_2`. */
const CREDENTIALS =
  /privatekey|privkey|secret|passphrase|password|passwd|credential|mnemonic|seedphrase|apikey|accesskey|signingkey|accesstoken|authtoken|sessiontoken|bearer|jwt|authorization|cookie/;

/** Names of what the server decides about a request. */
const REQUEST_PARTS = /nonce|header|endpoint|hostname|signedat|signingtime/;

/** Names that say so only at their end, or alone: `signatureChainId` is no signature. */
const ENDINGS = /(signature|timestamp|method|path|host|url|uri|passcode)s?$/;
const WHOLE = new Set(['sig', 'sigs', 'auth', 'token', 'pin', 'signed', 'credentials']);

/** Whether a field by this name would hold a credential. */
export function namesCredential(name: string): boolean {
  const bare = bareName(name);
  return CREDENTIALS.test(bare) || /signatures?$/.test(bare) || bare === 'sig' || bare === 'auth';
}

/**
 * Whether a field by this name is the server's to set: credentials, private keys, API secrets, passphrases, signatures, nonces,
 * signing timestamps, authorization data, headers, HTTP methods, paths, hosts, URLs and endpoints.
 */
export function namesServerOwned(name: string): boolean {
  const bare = bareName(name);
  return namesCredential(name) || REQUEST_PARTS.test(bare) || ENDINGS.test(bare) || WHOLE.has(bare);
}
