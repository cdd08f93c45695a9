// Why: docs/decisions/identity/accounts-and-credentials.md
import { z } from 'zod';

/** Where the login wallet stands in the tokens of an identity provider. */
export const walletClaims = ['wallet_address', 'linked_accounts', 'verified_credentials'] as const;
export type WalletClaim = (typeof walletClaims)[number];

/** What a token says of its user's wallet and address. */
export interface LoginClaims {
  /** EVM address in lower case. */
  readonly walletAddress: string;
  /** In lower case; absent where the provider has verified none. */
  readonly email?: string;
}

const EMAIL_LENGTH_MAX = 254;
/** Maximum entries of a list, and maximum length of its text. */
const ENTRIES_MAX = 200;
const LIST_LENGTH_MAX = 64 * 1_024;
/** In the scope of a token whose user has completed every factor (Dynamic: "Protecting your servers"). */
const DYNAMIC_SIGNED_IN = 'user:basic';

const evmAddress = z
  .string()
  .regex(/^0x[\da-f]{40}$/i)
  .toLowerCase();
const email = z.string().max(EMAIL_LENGTH_MAX).toLowerCase();

/** One address, as the sandbox's provider and providers with a mapped claim give it. */
const plain = z
  .object({ wallet_address: evmAddress, email: email.optional(), email_verified: z.boolean().default(false) })
  .transform(({ wallet_address: walletAddress, email: address, email_verified: isVerified }) =>
    claimsOf(walletAddress, isVerified ? address : undefined),
  );

const jsonText = z
  .string()
  .max(LIST_LENGTH_MAX)
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue('must be JSON');
      return z.NEVER;
    }
  });

const linkedAccount = z.object({
  type: z.string(),
  address: z.string().optional(),
  chain_type: z.string().optional(),
});
const linkedAccounts = z.array(linkedAccount).max(ENTRIES_MAX);

/** Privy's identity tokens: the user's accounts, as JSON text or as a list. */
const linked = z
  .object({ linked_accounts: z.union([jsonText.pipe(linkedAccounts), linkedAccounts]) })
  .transform(({ linked_accounts: accounts }, context) => {
    const wallet = accounts.find(({ type, chain_type: chain }) => type === 'wallet' && chain === 'ethereum');
    const mail = accounts.find(({ type }) => type === 'email');
    return checkedClaims(wallet?.address, mail?.address, context);
  });

const credential = z.object({
  id: z.string().optional(),
  format: z.string(),
  chain: z.string().optional(),
  address: z.string().optional(),
  email: z.string().optional(),
});

/** Dynamic's tokens: what the user has verified; the wallet that signed in last is named. */
const verified = z
  .object({
    scope: z.string().refine((scope) => scope.split(/\s+/).includes(DYNAMIC_SIGNED_IN), 'the sign-in is not complete'),
    verified_credentials: z.array(credential).max(ENTRIES_MAX),
    last_verified_credential_id: z.string().optional(),
  })
  .transform(({ verified_credentials: credentials, last_verified_credential_id: lastId }, context) => {
    const wallets = credentials.filter(({ format, chain }) => format === 'blockchain' && chain === 'eip155');
    const wallet = wallets.find(({ id }) => id !== undefined && id === lastId) ?? wallets[0];
    const mail = credentials.find(({ format }) => format === 'email');
    return checkedClaims(wallet?.address, mail?.email, context);
  });

const readers: Readonly<Record<WalletClaim, z.ZodType<LoginClaims>>> = {
  wallet_address: plain,
  linked_accounts: linked,
  verified_credentials: verified,
};

/** Reads wallet and address from the claims of a token that was verified. Throws `z.ZodError` when it names no EVM wallet. */
export function readLoginClaims(claim: WalletClaim, payload: unknown): LoginClaims {
  return readers[claim].parse(payload);
}

function checkedClaims(wallet: string | undefined, mail: string | undefined, context: z.RefinementCtx): LoginClaims {
  const { data: walletAddress } = evmAddress.safeParse(wallet);
  if (walletAddress === undefined) {
    context.addIssue('names no EVM wallet');
    return z.NEVER;
  }
  return claimsOf(walletAddress, email.safeParse(mail).data);
}

function claimsOf(walletAddress: string, address: string | undefined): LoginClaims {
  return { walletAddress, ...(address !== undefined && { email: address }) };
}
