// Original file: trading/wallet/v1/signing.proto

import type { HyperliquidSignature__Input as _trading_wallet_v1_HyperliquidSignature__Input, HyperliquidSignature as _trading_wallet_v1_HyperliquidSignature } from '../../../trading/wallet/v1/HyperliquidSignature.js';
import type { Long } from '@grpc/proto-loader';

export interface SignHyperliquidActionResponse__Input {
  /**
   * Checksummed EVM address that signed.
   */
  'address'?: (string);
  /**
   * Nonce of the request, in milliseconds; no other signature of the address has it.
   */
  'nonce'?: (number | string | Long);
  /**
   * To be sent as `signature`.
   */
  'signature'?: (_trading_wallet_v1_HyperliquidSignature__Input | null);
  /**
   * Hash of action, nonce and expiry, by which the venue's explorers name it: 0x and 64 hexadecimal digits.
   */
  'actionHash'?: (string);
}

export interface SignHyperliquidActionResponse {
  /**
   * Checksummed EVM address that signed.
   */
  'address': (string);
  /**
   * Nonce of the request, in milliseconds; no other signature of the address has it.
   */
  'nonce': (number);
  /**
   * To be sent as `signature`.
   */
  'signature': (_trading_wallet_v1_HyperliquidSignature | null);
  /**
   * Hash of action, nonce and expiry, by which the venue's explorers name it: 0x and 64 hexadecimal digits.
   */
  'actionHash': (string);
}
