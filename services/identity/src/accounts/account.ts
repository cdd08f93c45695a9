/** A user of the platform; nothing of it ever changes. */
export interface Account {
  readonly _id: string;
  /** Verified; unique among accounts that sign in by e-mail, absent where a wallet's owner has none. */
  readonly email?: string;
  readonly loginType: 'email' | 'wallet';
  /** The issuer and subject of a wallet login: unique together. */
  readonly issuer?: string;
  readonly subject?: string;
  /** The wallet that the account was created with, in lower case. */
  readonly loginWallet?: string;
  readonly createdAt: Date;
  /** Covers everything. */
  readonly seal: string;
}

/** How an account signs in: an address, or an identity provider's issuer and subject. */
export type Login = Omit<Account, '_id' | 'createdAt' | 'seal'>;
