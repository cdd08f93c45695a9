import { Schema } from 'mongoose';
import type { SealedKey } from './vault.js';

/** A sealed key inside a record. */
export const sealedKeySchema = new Schema<SealedKey>(
  {
    version: { type: Number, required: true },
    masterKeyId: { type: String, required: true },
    wrappedDataKey: { type: String, required: true },
    ciphertext: { type: String, required: true },
  },
  { _id: false },
);
