// Original file: trading/identity/v1/identity.proto


export interface CreateApiKeyRequest__Input {
  /**
   * Display name of at most 100 characters; `api-key` when blank.
   */
  'name'?: (string);
  /**
   * `read`, `trade`, `all`, none twice; `all` when empty.
   */
  'permissions'?: (string)[];
}

export interface CreateApiKeyRequest {
  /**
   * Display name of at most 100 characters; `api-key` when blank.
   */
  'name': (string);
  /**
   * `read`, `trade`, `all`, none twice; `all` when empty.
   */
  'permissions': (string)[];
}
