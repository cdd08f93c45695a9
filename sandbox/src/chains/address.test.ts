import { expect, test } from '@jest/globals';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { addressOfKey } from './address.js';

test('the address of a key is the one that viem derives', () => {
  for (let round = 0; round < 20; round += 1) {
    const key = generatePrivateKey();
    expect(addressOfKey(key)).toBe(privateKeyToAddress(key).toLowerCase());
  }
});
