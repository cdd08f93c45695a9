// Original file: trading/wallet/v1/wallet.proto

import type { VenueDeposit__Input as _trading_wallet_v1_VenueDeposit__Input, VenueDeposit as _trading_wallet_v1_VenueDeposit } from '../../../trading/wallet/v1/VenueDeposit.js';
import type { VenueReadiness__Input as _trading_wallet_v1_VenueReadiness__Input, VenueReadiness as _trading_wallet_v1_VenueReadiness } from '../../../trading/wallet/v1/VenueReadiness.js';
import type { SetupOperation__Input as _trading_wallet_v1_SetupOperation__Input, SetupOperation as _trading_wallet_v1_SetupOperation } from '../../../trading/wallet/v1/SetupOperation.js';

/**
 * A wallet's state at a venue.
 */
export interface VenueSummary__Input {
  /**
   * Smallest amount a setup reserves: decimal string of USD.
   */
  'minimumDepositUsd'?: (string);
  /**
   * The account's equity there: decimal string of USD; absent while it isn't known: no provider asks the venue
   * yet, or it isn't known whether the venue is onboarded.
   */
  'balanceUsd'?: (string);
  /**
   * Where money for the venue is safely sent; absent when there is no way.
   */
  'deposit'?: (_trading_wallet_v1_VenueDeposit__Input | null);
  /**
   * What is ready.
   */
  'readiness'?: (_trading_wallet_v1_VenueReadiness__Input | null);
  /**
   * The latest setup; absent when there was none.
   */
  'operation'?: (_trading_wallet_v1_SetupOperation__Input | null);
  '_balanceUsd'?: "balanceUsd";
  '_deposit'?: "deposit";
  '_operation'?: "operation";
}

/**
 * A wallet's state at a venue.
 */
export interface VenueSummary {
  /**
   * Smallest amount a setup reserves: decimal string of USD.
   */
  'minimumDepositUsd': (string);
  /**
   * The account's equity there: decimal string of USD; absent while it isn't known: no provider asks the venue
   * yet, or it isn't known whether the venue is onboarded.
   */
  'balanceUsd'?: (string);
  /**
   * Where money for the venue is safely sent; absent when there is no way.
   */
  'deposit'?: (_trading_wallet_v1_VenueDeposit | null);
  /**
   * What is ready.
   */
  'readiness': (_trading_wallet_v1_VenueReadiness | null);
  /**
   * The latest setup; absent when there was none.
   */
  'operation'?: (_trading_wallet_v1_SetupOperation | null);
}
