/** A collection whose changes are told, and whose record each document belongs to. */
export interface FollowedCollection {
  readonly collection: string;
  /** Kind of the record: `backtest`, `deployment`, `execution` or `wallet`. */
  readonly entity: string;
  /** What of the record its documents are; absent for the record itself. */
  readonly part?: string;
  /** Where its documents name no account: the field with the id of the record that does, and the collection of that record. */
  readonly owner?: { readonly field: string; readonly collection: string };
  /** Fields that no caller sees: a change of nothing else is not told. */
  readonly unseen?: readonly string[];
}

/** What ends a stream: its database was dropped, as that of a restored copy is. */
export const ENDS = 'invalidate';

/** The pipeline that reduces the changes of a database to what is told of them: the content of records stays in the database. */
export function pipelineOf(followed: readonly FollowedCollection[]) {
  const ownerFields = [...new Set(followed.flatMap(({ owner }) => (owner === undefined ? [] : [owner.field])))];
  return [
    {
      $match: {
        $or: [
          {
            'ns.coll': { $in: followed.map(({ collection }) => collection) },
            operationType: { $in: ['insert', 'update', 'replace'] },
          },
          { operationType: ENDS },
        ],
      },
    },
    {
      $project: {
        operationType: 1,
        clusterTime: 1,
        wallTime: 1,
        ns: 1,
        documentKey: 1,
        'fullDocument.accountId': 1,
        ...Object.fromEntries(ownerFields.map((field) => [`fullDocument.${field}`, 1])),
        updated: namesOf({ $objectToArray: { $ifNull: ['$updateDescription.updatedFields', {}] } }, '$$each.k'),
        removed: { $ifNull: ['$updateDescription.removedFields', []] },
        cut: namesOf({ $ifNull: ['$updateDescription.truncatedArrays', []] }, '$$each.field'),
      },
    },
  ];
}

function namesOf(input: object, name: string): object {
  return { $map: { input, as: 'each', in: name } };
}

/** The names of the changed fields of a document, with dots where they are inside of others; none where all of it is new. */
export function isSeen(names: readonly string[], unseen: readonly string[] = []): boolean {
  return names.length === 0 || names.some((name) => !unseen.includes(name.split('.')[0] ?? name));
}
