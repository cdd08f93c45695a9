/** Single changes of the oplog, in the form in which a server makes them again. */
import mongoose from 'mongoose';
import { z } from 'zod';
import { DATABASES } from '../archive.js';
import type { TypedDocument } from '../documents.js';

const { MongoServerError } = mongoose.mongo;
type Client = InstanceType<typeof mongoose.mongo.MongoClient>;

/** What says how a server goes about it: the result has an entry of its own. */
const PASSED_OVER = new Set(['startIndexBuild', 'abortIndexBuild', 'setMultikeyMetadata', 'dbCheck']);
const NAMESPACE_NOT_FOUND = 26;
const INDEX_NOT_FOUND = 27;
const NAMESPACE_EXISTS = 48;

/** A value that MongoDB has as a document, with the types of its values. */
export const document = z.custom<TypedDocument>((value) => typeof value === 'object' && value !== null);

/** Without the ids of collections, which are others elsewhere. */
const operation = z.object({
  op: z.enum(['i', 'u', 'd', 'c']),
  ns: z.string(),
  o: document,
  o2: document.optional(),
  b: z.boolean().optional(),
});

/** One change of one document, or a command. */
export type Operation = z.output<typeof operation>;

interface Command {
  readonly database: string;
  readonly command: TypedDocument;
  /**
   * The errors that say that it is as it is to be: a backup reads which collections and indexes there are just after its instant, since MongoDB
   * keeps no history of them.
   */
  readonly isDone?: readonly number[];
}

/** Returns the change that is told; undefined where it leaves no trace in the platform's databases. Throws for one that is not known here. */
export function readOperation(told: TypedDocument): Operation | undefined {
  if (told['op'] === 'n' || !isKept(String(told['ns']))) return undefined;
  const read = operation.safeParse(told);
  if (!read.success) throw new Error(`the oplog has a change that is not known here: ${z.prettifyError(read.error)}`);
  if (read.data.op !== 'c') return read.data;
  if (PASSED_OVER.has(nameOf(read.data.o))) return undefined;
  commandOf(read.data);
  return read.data;
}

/** Runs the command of a change. */
export async function repeatCommand(client: Client, told: Operation): Promise<void> {
  const { database, command, isDone = [] } = commandOf(told);
  try {
    await client.db(database).command(command);
  } catch (error) {
    if (!(error instanceof MongoServerError) || !isDone.includes(Number(error.code))) throw error;
  }
}

/** The oplog's form of a command is not that in which clients ask for it. */
function commandOf({ ns, o }: Operation): Command {
  const name = nameOf(o);
  const subject: unknown = o[name];
  const database = databaseOf(ns);
  switch (name) {
    case 'create': {
      const { idIndex: _made, temp: _untilRenamed, ...options } = o;
      return { database, command: options, isDone: [NAMESPACE_EXISTS] };
    }
    case 'createIndexes': {
      const { createIndexes: _collection, ...index } = o;
      return { database, command: { createIndexes: subject, indexes: [index] } };
    }
    case 'commitIndexBuild':
      return { database, command: { createIndexes: subject, indexes: o['indexes'] } };
    case 'dropIndexes':
      return {
        database,
        command: { dropIndexes: subject, index: o['index'] },
        isDone: [INDEX_NOT_FOUND, NAMESPACE_NOT_FOUND],
      };
    case 'drop':
      return { database, command: { drop: subject }, isDone: [NAMESPACE_NOT_FOUND] };
    case 'dropDatabase':
      return { database, command: { dropDatabase: 1 } };
    case 'renameCollection': {
      // The id of the collection that it replaced.
      const dropTarget = o['dropTarget'] !== undefined && o['dropTarget'] !== false;
      return { database: 'admin', command: { renameCollection: subject, to: o['to'], dropTarget } };
    }
    case 'collMod':
      return { database, command: o };
    default:
      throw new Error(`the oplog has the command ${name}, which is not known here: take a new backup`);
  }
}

const nameOf = (command: TypedDocument) => Object.keys(command)[0] ?? '';
const databaseOf = (namespace: string) => namespace.split('.', 1)[0] ?? '';

function isKept(namespace: string): boolean {
  const database = databaseOf(namespace);
  return DATABASES.some((known) => known === database) && !namespace.startsWith(`${database}.system.`);
}
