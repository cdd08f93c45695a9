import { booked, type Fill } from '../accounts/position.js';
import { openJournal } from '../store/journal.js';
import { Store } from '../store/store.js';

/** Books a fill of an account, in the state of a venue that does not run. Needs no key and no transaction. */
export function fillOffline(stateDirectory: string, accountIndex: number, fill: Fill, nowMs: number): void {
  const journal = openJournal(stateDirectory);
  const store = new Store(journal);
  journal.transaction(() => {
    const account = store.account(accountIndex);
    if (account === undefined) throw new Error(`there is no account ${accountIndex}`);
    store.saveAccount(booked(account, fill, nowMs));
  });
  journal.close();
}
