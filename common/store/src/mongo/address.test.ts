import { describe, expect, test } from '@jest/globals';
import { Secret } from '@platform/kit/config';
import { safeMongodbUri } from './address.js';

const check = (uri: string, allowWithoutTls = false) =>
  safeMongodbUri({ MONGODB_URI: new Secret(uri), ALLOW_MONGODB_WITHOUT_TLS: allowWithoutTls });

describe('an address', () => {
  test.each([
    'mongodb://127.0.0.1:27017/?directConnection=true',
    'mongodb://localhost/',
    'mongodb://[::1]:27017/',
    'mongodb://wallet:canary@db.example:27017/?tls=true',
    'mongodb+srv://wallet:canary@db.example/',
  ])('%s is accepted', (uri) => {
    expect(() => check(uri)).not.toThrow();
  });

  test.each([
    ['mongodb://db.example:27017/?tls=true', /must have the credentials of a user$/],
    ['mongodb://127.example.com:27017/', /must have the credentials of a user$/],
    ['mongodb://127.0.0.1,db.example/?replicaSet=rs0&tls=true', /must have the credentials of a user$/],
    ['mongodb://wallet:canary@db.example:27017/', /must have tls=true.*ALLOW_MONGODB_WITHOUT_TLS=true$/],
    ['mongodb://wallet:canary@db.example/?tls=true&tlsAllowInvalidCertificates=true', /must have tls=true/],
    ['mongodb://wallet:canary@db.example/?tls=true&tlsInsecure=true', /must have tls=true/],
    ['http://wallet:canary@db.example/', /is not the address of a MongoDB deployment$/],
  ])('%s is refused, by the name of the variable and without its password', (uri, reason) => {
    expect(() => check(uri)).toThrow(reason);
    expect(() => check(uri)).toThrow(/^MONGODB_URI: /);
    expect(() => check(uri)).not.toThrow(/canary/);
  });

  test('without TLS is accepted where an operator has allowed it, but not without credentials', () => {
    expect(() => check('mongodb://wallet:canary@db.example/', true)).not.toThrow();
    expect(() => check('mongodb://db.example/', true)).toThrow(/credentials/);
  });
});
