import { z } from 'zod';
import type { ClobCredentials } from '../trading/headers.js';

/** Answer of the calls that make or derive an account's credentials. */
export const apiCredentials = z
  .object({ apiKey: z.string().min(1), secret: z.string().min(1), passphrase: z.string().min(1) })
  .transform(({ apiKey, secret, passphrase }): ClobCredentials => ({ key: apiKey, secret, passphrase }));

/** Answer of `/balance-allowance`: what the CLOB takes an account to have, in units of 10^-6, and what each exchange may take of it. */
export const balanceAllowance = z.object({
  balance: z.coerce.bigint(),
  allowances: z.record(z.string(), z.coerce.bigint()),
});

/** What the CLOB takes an account to have. */
export type BalanceAllowance = z.output<typeof balanceAllowance>;

/** Credentials as they are kept. */
const kept = z.strictObject({ key: z.string(), secret: z.string(), passphrase: z.string() });

/** Returns the text of credentials; `readCredentials` reads it. */
export function credentialsText({ key, secret, passphrase }: ClobCredentials): string {
  return JSON.stringify({ key, secret, passphrase });
}

/** Reads the text of credentials. Throws for another text, and never names what it holds. */
export function readCredentials(text: string): ClobCredentials {
  try {
    return kept.parse(JSON.parse(text));
  } catch {
    throw new Error('what is kept of an account is not credentials');
  }
}
