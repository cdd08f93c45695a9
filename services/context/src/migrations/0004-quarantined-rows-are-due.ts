import { changeAll, type Migration } from '@platform/store/mongo';

const FIRST_ASKED_AFTER_MS = 3_600_000;

/** Rows that were quarantined before the venue was asked for them again have a time for that, as each has by now. */
export const quarantinedRowsAreDue: Migration = {
  version: 4,
  name: 'quarantined rows are due',
  apply: async (connection) => {
    const askAt = { $add: ['$seenAt', FIRST_ASKED_AFTER_MS] };
    await changeAll(connection, 'quarantined_rows', { askAt: { $exists: false } }, [{ $set: { askAt } }]);
  },
};
