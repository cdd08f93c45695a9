/** Documents as bytes and back, without loss: numbers keep their types. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline as inTurn, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import mongoose from 'mongoose';

const { BSON } = mongoose.mongo;

/** A document whose values keep the types that they are stored with. */
export type TypedDocument = mongoose.mongo.BSON.Document;

/** How documents are read so that they are written as they were. */
export const TYPED = { promoteValues: false, promoteBuffers: false, promoteLongs: false, bsonRegExp: true } as const;

const LENGTH_BYTES = 4;

/** What a file of documents holds. */
export interface WrittenDocuments {
  readonly documents: number;
  /** Of the documents' bytes. */
  readonly sha256: string;
}

/** Counts and digests documents as their bytes pass. */
class Tally {
  readonly #hash = createHash('sha256');
  #documents = 0;

  async *bytesOf(documents: AsyncIterable<TypedDocument>): AsyncGenerator<Uint8Array> {
    for await (const document of documents) {
      const bytes = BSON.serialize(document);
      this.#hash.update(bytes);
      this.#documents += 1;
      yield bytes;
    }
  }

  end(): WrittenDocuments {
    return { documents: this.#documents, sha256: this.#hash.digest('hex') };
  }
}

/** Writes documents one after the other, compressed. */
export async function writeDocuments(file: string, documents: AsyncIterable<TypedDocument>): Promise<WrittenDocuments> {
  const tally = new Tally();
  const target = createWriteStream(file, { mode: 0o600, flush: true });
  await pipeline(Readable.from(tally.bytesOf(documents)), createGzip(), target);
  return tally.end();
}

/** Reads the documents of a file. */
export async function* readDocuments(file: string): AsyncGenerator<TypedDocument> {
  let rest = Buffer.alloc(0);
  // What fails of either reaches who reads.
  const bytes = inTurn(createReadStream(file), createGunzip(), () => undefined);
  for await (const chunk of bytes) {
    rest = Buffer.concat([rest, chunk]);
    let at = 0;
    while (rest.length - at >= LENGTH_BYTES) {
      const length = rest.readInt32LE(at);
      if (rest.length - at < length) break;
      yield BSON.deserialize(rest.subarray(at, at + length), TYPED);
      at += length;
    }
    rest = rest.subarray(at);
  }
  if (rest.length > 0) throw new Error(`${file} ends within a document`);
}

/** Returns how many documents there are, and the digest of their bytes. */
export async function digestDocuments(documents: AsyncIterable<TypedDocument>): Promise<WrittenDocuments> {
  const tally = new Tally();
  for await (const _bytes of tally.bytesOf(documents));
  return tally.end();
}
