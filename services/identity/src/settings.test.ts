import { describe, expect, test } from '@jest/globals';
import { identityProviderOf } from './settings.js';

const IDENTITY_PROVIDER_ISSUER = 'https://issuer.test';
const IDENTITY_PROVIDER_AUDIENCE = 'trading-platform';

function providerAt(IDENTITY_PROVIDER_JWKS_URL: string, ALLOW_PROVIDERS_WITHOUT_TLS = false) {
  const named = { IDENTITY_PROVIDER_JWKS_URL, IDENTITY_PROVIDER_ISSUER, IDENTITY_PROVIDER_AUDIENCE };
  return identityProviderOf({
    ...named,
    ALLOW_PROVIDERS_WITHOUT_TLS,
    IDENTITY_PROVIDER_WALLET_CLAIM: 'wallet_address',
  });
}

describe('the keys of the identity provider', () => {
  test.each(['https://issuer.test/keys', 'http://127.0.0.1:8090/keys', 'http://[::1]/keys', 'http://localhost/keys'])(
    'are read at %s',
    (jwksUrl) => {
      expect(providerAt(jwksUrl)).toMatchObject({ jwksUrl });
    },
  );

  test.each(['http://issuer.test/keys', 'http://127.example.com/keys', 'http://0.0.0.0/keys'])(
    'are read at %s, whose answers others may write, only where that is allowed',
    (jwksUrl) => {
      expect(() => providerAt(jwksUrl)).toThrow('IDENTITY_PROVIDER_JWKS_URL: names another machine and must be https');
      expect(providerAt(jwksUrl, true)).toMatchObject({ jwksUrl });
    },
  );
});
