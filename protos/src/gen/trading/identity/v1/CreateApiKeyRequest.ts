// Original file: trading/identity/v1/identity.proto


export interface CreateApiKeyRequest__Input {
  /**
   * Display name of at most 100 characters, none of them a control character, invisible or turning the direction of text;
   * `api-key` when blank.
   */
  'name'?: (string);
  /**
   * `read`, `trade`, `all`: at least one, none twice. There is no default: a list that was forgotten grants nothing.
   */
  'permissions'?: (string)[];
}

export interface CreateApiKeyRequest {
  /**
   * Display name of at most 100 characters, none of them a control character, invisible or turning the direction of text;
   * `api-key` when blank.
   */
  'name': (string);
  /**
   * `read`, `trade`, `all`: at least one, none twice. There is no default: a list that was forgotten grants nothing.
   */
  'permissions': (string)[];
}
