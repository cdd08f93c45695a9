// Original file: trading/runtime/v1/frameworks.proto


/**
 * A version of a framework that runs strategies.
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
   * `ready`, `provisioning`, `on_demand` (installed when somebody first asks for it), `failed`.
   */
  'status'?: (string);
  /**
   * Whether it is the version that runs use where they name none.
   */
  'isDefault'?: (boolean);
  /**
   * What its installation is doing, in a few words; absent unless it is `provisioning`.
   */
  'progress'?: (string);
  '_progress'?: "progress";
}

/**
 * A version of a framework that runs strategies.
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
   * `ready`, `provisioning`, `on_demand` (installed when somebody first asks for it), `failed`.
   */
  'status': (string);
  /**
   * Whether it is the version that runs use where they name none.
   */
  'isDefault': (boolean);
  /**
   * What its installation is doing, in a few words; absent unless it is `provisioning`.
   */
  'progress'?: (string);
}
