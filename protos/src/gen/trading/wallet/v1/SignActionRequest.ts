// Original file: trading/wallet/v1/signing.proto

import type { Long } from '@grpc/proto-loader';

export interface SignActionRequest__Input {
  /**
   * Account whose wallet signs: that of the caller's token.
   */
  'accountId'?: (string);
  /**
   * Id of the venue that takes the action.
   */
  'venue'?: (string);
  /**
   * EVM address of the wallet that signs, in any case; absent for the account's default wallet.
   */
  'address'?: (string);
  /**
   * The action as JSON text, its fields in the venue's order, which is signed with it; unsafe integers are refused.
   */
  'actionJson'?: (string);
  /**
   * From when on the venue refuses it, in milliseconds since the Unix epoch; absent for never.
   */
  'expiresAfterMs'?: (number | string | Long);
  /**
   * The token by which the account's user has asked for the action, as it reached the caller; absent where no user waits for it
   * any more.
   */
  'userToken'?: (string);
  '_address'?: "address";
  '_expiresAfterMs'?: "expiresAfterMs";
  '_userToken'?: "userToken";
}

export interface SignActionRequest {
  /**
   * Account whose wallet signs: that of the caller's token.
   */
  'accountId': (string);
  /**
   * Id of the venue that takes the action.
   */
  'venue': (string);
  /**
   * EVM address of the wallet that signs, in any case; absent for the account's default wallet.
   */
  'address'?: (string);
  /**
   * The action as JSON text, its fields in the venue's order, which is signed with it; unsafe integers are refused.
   */
  'actionJson': (string);
  /**
   * From when on the venue refuses it, in milliseconds since the Unix epoch; absent for never.
   */
  'expiresAfterMs'?: (number);
  /**
   * The token by which the account's user has asked for the action, as it reached the caller; absent where no user waits for it
   * any more.
   */
  'userToken'?: (string);
}
