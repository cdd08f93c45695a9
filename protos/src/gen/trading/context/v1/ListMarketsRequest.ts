// Original file: trading/context/v1/context.proto


export interface ListMarketsRequest__Input {
  /**
   * Words that must all occur in venue, symbol or name, in any case; empty lists all markets. At most 200 characters.
   */
  'query'?: (string);
  /**
   * 1 to 200.
   */
  'limit'?: (number);
  /**
   * Cursor of the item after which the page starts; absent for the first page.
   */
  'cursor'?: (string);
  '_cursor'?: "cursor";
}

export interface ListMarketsRequest {
  /**
   * Words that must all occur in venue, symbol or name, in any case; empty lists all markets. At most 200 characters.
   */
  'query': (string);
  /**
   * 1 to 200.
   */
  'limit': (number);
  /**
   * Cursor of the item after which the page starts; absent for the first page.
   */
  'cursor'?: (string);
}
