/** Keeps the oplog beside a backup. Why: docs/decisions/platform/backups.md */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256OfFile, tryLock } from '@platform/kit/provisioning';
import mongoose from 'mongoose';
import { type ClusterTime, type Manifest, readManifest } from '../archive.js';
import { TYPED, type TypedDocument, writeDocuments } from '../documents.js';
import { keyFiles } from '../files.js';
import { copyObjects } from '../objects.js';
import type { Places, Progress } from '../take.js';
import { positionOf, readEntry } from './entries.js';
import { compareTimes, type Position } from './instants.js';
import { type KeptOplog, readKeptOplog, writeKeptOplog } from './kept-oplog.js';

const { MongoServerError, Timestamp } = mongoose.mongo;
type Client = InstanceType<typeof mongoose.mongo.MongoClient>;
type OplogTime = InstanceType<typeof Timestamp>;

const FOLDER = 'oplog';
const OPLOG = 'oplog.rs';
const BATCH_ENTRIES = 1_000;
/** How long MongoDB may take until the majority of its members has what it has told. */
const MAJORITY_MS_MAX = 60_000;
/** The server removes entries faster than they are read. */
const CAPPED_POSITION_LOST = 136;

/** What a run has done. */
export interface Kept {
  readonly entries: number;
  readonly objects: number;
  /** Since when the backup goes back to any instant. */
  readonly from: Date;
  readonly until: Date;
  /** The oldest entry that MongoDB has: the next run must come before it reaches `until`. */
  readonly oldest: Date;
}

/**
 * Adds to a backup what was written since, or since the last run: entries of the oplog that the majority of the members has, and the objects
 * that they refer to. A run that ends early has added nothing. Throws where something in between is lost.
 */
export async function keepOplog(
  client: Client,
  places: Omit<Places, 'keysArchive'>,
  clock: { nowMs(): number },
  progress: Progress,
): Promise<Kept> {
  const { archive } = places;
  const manifest = await readManifest(archive);
  await requireSameKeys(manifest, places.keys);
  const lock = await tryLock(join(archive, 'oplog.lock'));
  if (!lock.held) throw new Error(`process ${lock.owner.pid} keeps the oplog in ${archive} already`);
  try {
    const kept = await readKeptOplog(archive, manifest);
    const oplog = await commonOplog(client);
    const reading = new Reading(client, kept.files.at(-1)?.until.time ?? manifest.clusterTime, oplog.newest);
    const written = await writeEntries(archive, kept, reading, progress);
    // Objects are written before an entry refers to them.
    const deadline = { clock, sinceMs: written.from.wall.getTime() };
    const known = [...manifest.objects, ...kept.objects];
    const objects = await copyObjects(places.objects, archive, known, deadline, (done, total) =>
      progress(done, total, 'objects'),
    );
    const files = [...kept.files, written];
    await writeKeptOplog(archive, { files, objects: [...kept.objects, ...objects] });
    const from = (files[0] ?? written).from.wall;
    return { entries: written.entries, objects: objects.length, from, until: written.until.wall, oldest: oplog.oldest };
  } finally {
    await lock.release();
  }
}

/** A key that appeared or changed since the backup is in no archive. */
async function requireSameKeys({ keys }: Manifest, folder: string): Promise<void> {
  for (const path of await keyFiles(folder)) {
    const stored = keys.find((key) => key.path === path);
    if (stored?.sha256 !== (await sha256OfFile(join(folder, path))))
      throw new Error(`the key ${path} is new or another one since the backup: take a new backup`);
  }
}

async function writeEntries(archive: string, { files }: KeptOplog, reading: Reading, progress: Progress) {
  const path = join(FOLDER, `${String(files.length + 1).padStart(6, '0')}.bson.gz`);
  await mkdir(join(archive, FOLDER), { recursive: true, mode: 0o700 });
  const { documents: entries, sha256 } = await writeDocuments(join(archive, path), reading.entries(progress));
  return { path, entries, sha256, ...reading.range() };
}

/** The entries of the oplog from one that is known. */
class Reading {
  #first: Position | undefined;
  #last: Position | undefined;

  constructor(
    private readonly client: Client,
    private readonly from: ClusterTime,
    private readonly newest: OplogTime,
  ) {}

  /** The entries after the known one that change the platform's databases, up to the newest. */
  async *entries(progress: Progress): AsyncGenerator<TypedDocument> {
    const [seconds, newest] = [this.from.seconds, this.newest.t];
    let read = 0;
    try {
      for await (const entry of this.#find()) {
        this.#last = positionOf(entry);
        if (read % BATCH_ENTRIES === 0)
          progress(this.#last.time.seconds - seconds, newest - seconds, 'seconds of the oplog');
        read += 1;
        if (this.#first !== undefined && readEntry(entry) !== undefined) yield entry;
        this.#first ??= this.#requireKnown(this.#last);
      }
    } catch (error) {
      if (error instanceof MongoServerError && error.code === CAPPED_POSITION_LOST) throw this.#gap(error);
      throw error;
    }
  }

  /** What was read: from the known entry to the last one. */
  range(): { readonly from: Position; readonly until: Position } {
    if (this.#first === undefined || this.#last === undefined) throw this.#gap();
    return { from: this.#first, until: this.#last };
  }

  #find(): AsyncIterable<TypedDocument> {
    const { seconds: t, increment: i } = this.from;
    const filter = { ts: { $gte: new Timestamp({ t, i }), $lte: this.newest } };
    const readConcern = { level: 'majority', afterClusterTime: this.newest };
    const command = { find: OPLOG, filter, batchSize: BATCH_ENTRIES, readConcern };
    return this.client.db('local').runCursorCommand(command, TYPED).setBatchSize(BATCH_ENTRIES);
  }

  /** Where the known entry is gone, others are that came after it. */
  #requireKnown(first: Position): Position {
    if (compareTimes(first.time, this.from) !== 0) throw this.#gap();
    return first;
  }

  #gap(cause?: unknown): Error {
    const end = new Date(this.from.seconds * 1_000).toISOString();
    return new Error(
      `MongoDB's oplog does not reach back to ${end} any more, where what is kept ends. Take a new backup; then run this more often, or make the oplog larger.`,
      { cause },
    );
  }
}

/** Returns the newest entry of now, once the majority of the members has it, and when the oldest one was written. */
async function commonOplog(client: Client): Promise<{ readonly newest: OplogTime; readonly oldest: Date }> {
  const { operationTime: newest } = await client.db('admin').command({ ping: 1 });
  if (!(newest instanceof Timestamp)) throw new Error('MongoDB is not a replica set: it has no oplog');
  const readConcern = { level: 'majority', afterClusterTime: newest };
  const command = { find: OPLOG, limit: 1, singleBatch: true, readConcern, maxTimeMS: MAJORITY_MS_MAX };
  for await (const entry of client.db('local').runCursorCommand(command, TYPED))
    return { newest, oldest: positionOf(entry).wall };
  throw new Error('the oplog of MongoDB is empty');
}
