// Original file: trading/runtime/v1/runtime.proto


/**
 * A framework that runs strategies.
 */
export interface Framework__Input {
  /**
   * `freqtrade` or `nautilus`.
   */
  'id'?: (string);
  /**
   * Language of a strategy, `python`.
   */
  'language'?: (string);
  /**
   * The framework's own version.
   */
  'version'?: (string);
  /**
   * `sha256:` plus 64 hex characters.
   */
  'imageDigest'?: (string);
  /**
   * What a strategy file must hold.
   */
  'strategyShape'?: (string);
  /**
   * Address of the framework's own documentation.
   */
  'docs'?: (string);
  /**
   * `ready`, `provisioning`, `failed`.
   */
  'status'?: (string);
}

/**
 * A framework that runs strategies.
 */
export interface Framework {
  /**
   * `freqtrade` or `nautilus`.
   */
  'id': (string);
  /**
   * Language of a strategy, `python`.
   */
  'language': (string);
  /**
   * The framework's own version.
   */
  'version': (string);
  /**
   * `sha256:` plus 64 hex characters.
   */
  'imageDigest': (string);
  /**
   * What a strategy file must hold.
   */
  'strategyShape': (string);
  /**
   * Address of the framework's own documentation.
   */
  'docs': (string);
  /**
   * `ready`, `provisioning`, `failed`.
   */
  'status': (string);
}
