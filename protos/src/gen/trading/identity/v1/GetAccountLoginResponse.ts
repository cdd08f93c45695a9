// Original file: trading/identity/v1/identity.proto


export interface GetAccountLoginResponse__Input {
  /**
   * `email` or `wallet`.
   */
  'loginType'?: (string);
  /**
   * The verified address, masked: enough for its owner to know it. Absent for an account that has none.
   */
  'maskedEmail'?: (string);
  /**
   * EVM address of the wallet that the account signs in with, in lower case, locked for good. Absent for an e-mail login.
   */
  'loginWallet'?: (string);
  /**
   * Stands for the mailbox of the verified address, and tells nothing of it: the same for each spelling that reaches the mailbox.
   * Messages to it are counted by this. Absent for an account that has no address.
   */
  'mailboxId'?: (string);
  '_maskedEmail'?: "maskedEmail";
  '_loginWallet'?: "loginWallet";
  '_mailboxId'?: "mailboxId";
}

export interface GetAccountLoginResponse {
  /**
   * `email` or `wallet`.
   */
  'loginType': (string);
  /**
   * The verified address, masked: enough for its owner to know it. Absent for an account that has none.
   */
  'maskedEmail'?: (string);
  /**
   * EVM address of the wallet that the account signs in with, in lower case, locked for good. Absent for an e-mail login.
   */
  'loginWallet'?: (string);
  /**
   * Stands for the mailbox of the verified address, and tells nothing of it: the same for each spelling that reaches the mailbox.
   * Messages to it are counted by this. Absent for an account that has no address.
   */
  'mailboxId'?: (string);
}
