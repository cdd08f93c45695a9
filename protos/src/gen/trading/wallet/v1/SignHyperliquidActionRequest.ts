// Original file: trading/wallet/v1/signing.proto

import type { Long } from '@grpc/proto-loader';

export interface SignHyperliquidActionRequest__Input {
  /**
   * Account whose primary wallet signs: that of the caller's token.
   */
  'accountId'?: (string);
  /**
   * The action as JSON text, its fields in the venue's order, which is signed with it; unsafe integers are refused.
   */
  'actionJson'?: (string);
  /**
   * From when on the venue refuses it, in milliseconds since the Unix epoch; absent for never.
   */
  'expiresAfterMs'?: (number | string | Long);
  '_expiresAfterMs'?: "expiresAfterMs";
}

export interface SignHyperliquidActionRequest {
  /**
   * Account whose primary wallet signs: that of the caller's token.
   */
  'accountId': (string);
  /**
   * The action as JSON text, its fields in the venue's order, which is signed with it; unsafe integers are refused.
   */
  'actionJson': (string);
  /**
   * From when on the venue refuses it, in milliseconds since the Unix epoch; absent for never.
   */
  'expiresAfterMs'?: (number);
}
