import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type HeldLetter, type LetterState, PostOffice } from './letters.fixture.js';

const worked: LetterState[] = ['written', 'posted'];
let office: PostOffice;

beforeEach(async () => {
  office = await PostOffice.open('store');
});

afterEach(() => office.connection.close());

async function take(owner = 'a'): Promise<HeldLetter> {
  const held = await office.letters(owner).takeDue(worked);
  if (held === undefined) throw new Error('nothing is due');
  return held;
}

test('each due operation is taken by one of many that ask at once', async () => {
  await office.write(10);
  const asked = Array.from({ length: 30 }, (_, index) => office.letters(`process-${index}`).takeDue(worked));
  const ids = (await Promise.all(asked)).flatMap((held) => held?.record._id ?? []);
  expect(ids.toSorted()).toEqual(Array.from({ length: 10 }, (_, index) => `written_${index}`));
});

test('what has been due for longest is taken first, and nothing before its time', async () => {
  await office.write(2);
  await office.letters().postpone(await take(), new Date(office.clock.nowMs() + 1_000), false);
  expect((await take()).record._id).toBe('written_1');
  expect(await office.letters().takeDue(worked)).toBeUndefined();
  office.clock.advance(1_000);
  expect((await take()).record).toMatchObject({ _id: 'written_0', turns: 1 });
});

test('where half of the turns are for newcomers, every other one in a state is the newest of those with the fewest turns', async () => {
  const letters = [
    { _id: 'stuck for long', turns: 30, dueAt: -4 },
    { _id: 'waiting for long', dueAt: -3 },
    { _id: 'waiting', dueAt: -2 },
    { _id: 'new', dueAt: -1 },
    { _id: 'stuck', turns: 9, dueAt: 0 },
  ];
  const nowMs = office.clock.nowMs();
  const common = { text: '', status: 'written', createdAt: office.clock.now() } as const;
  const written = letters.map(({ dueAt, ...letter }) => ({ ...common, ...letter, dueAt: new Date(nowMs + dueAt) }));
  await office.model.insertMany(written);
  await office.write(1, 'posted');
  const fair = office.letters('a', undefined, true);
  const taken: unknown[] = [];
  for (let turn = 0; turn < letters.length; turn += 1) taken.push((await fair.takeDue(['written']))?.record._id);
  expect(taken).toEqual(['stuck for long', 'new', 'waiting for long', 'waiting', 'stuck']);
  expect((await fair.takeDue(worked))?.record._id).toBe('posted_0');
  expect(await fair.takeDue(worked)).toBeUndefined();
});

test('there is work while an operation is not at its end, due or not, held or not', async () => {
  expect(await office.letters().hasWork()).toBe(false);
  await office.write(1);
  const held = await take();
  expect(await office.letters().hasWork()).toBe(true);
  await office.letters().postpone(held, new Date(office.clock.nowMs() + 1_000), false);
  expect(await office.letters().hasWork()).toBe(true);
  office.clock.advance(1_000);
  const posted = await office.letters().move(await take(), 'post', { keep: true });
  await office.letters().move(posted ?? held, 'deliver');
  expect(await office.letters().hasWork()).toBe(false);
});

test('a record that was written without a due time is due', async () => {
  await office.model.collection.insertOne({ _id: 'old' as never, status: 'posted', createdAt: office.clock.now() });
  expect(await take()).toMatchObject({ record: { _id: 'old' }, state: 'posted' });
});

test('a move is written with its facts, and leaves the operation to the next process, unless it is kept', async () => {
  await office.write(1);
  const kept = await office.letters().move(await take(), 'post', { set: { text: 'sent' }, keep: true });
  expect(kept?.record).toMatchObject({ status: 'posted', text: 'sent' });
  expect(await office.letters().takeDue(worked)).toBeUndefined();
  const held = kept ?? (await take());
  const { record } = (await office.letters().move(held, 'deliver')) ?? held;
  expect(record).toMatchObject({ status: 'delivered' });
  expect(record.dueAt).toBeUndefined();
  expect(await office.letters().takeDue(worked)).toBeUndefined();
});

test('an event that can not happen changes nothing', async () => {
  await office.write(1);
  await expect(office.letters().move(await take(), 'deliver')).rejects.toThrow('a letter can not be deliver');
  expect((await office.read('written_0')).status).toBe('written');
});

test('a process that lost an operation to another can neither move, nor postpone, nor remove it', async () => {
  await office.write(1);
  const lost = await take('a');
  await office.model.updateOne({ _id: 'written_0' }, { $set: { 'lease.expiresAt': new Date(0) } });
  await take('b');
  const before = await office.read('written_0');
  expect(await office.letters('a').move(lost, 'post')).toBeUndefined();
  expect(await office.letters('a').remove(lost, 'post')).toBeUndefined();
  await office.letters('a').postpone(lost, new Date(0), true);
  expect(await office.read('written_0')).toEqual(before);
});

test('one key is claimed once, and what is claimed is held', async () => {
  const draft = { _id: 'new', status: 'written', text: '$set', createdAt: office.clock.now() } as const;
  const claims = await Promise.all([office.letters('a').claim(draft), office.letters('b').claim(draft)]);
  const [held, ...others] = claims.filter((claim) => claim !== undefined);
  expect(others).toEqual([]);
  expect(held).toMatchObject({ state: 'written', record: { text: '$set' } });
  expect(await office.letters('c').takeDue(worked)).toBeUndefined();
});

test('a process takes up what it held before it died, and leaves what others hold', async () => {
  await office.write(2);
  await take('a');
  const other = await take('b');
  expect(await office.letters('a').recover()).toBe(1);
  expect((await take('a')).record._id).not.toBe(other.record._id);
  expect(await office.letters('a').takeDue(worked)).toBeUndefined();
});

test('what is due later than an instant can be made due at once, and nothing else', async () => {
  await office.write(2);
  const later = new Date(office.clock.nowMs() + 60_000);
  await office.letters('a').postpone(await take('a'), later, false);
  await office.letters('a').postpone(await take('a'), new Date(office.clock.nowMs() + 1_000), false);
  expect(await office.letters('a').hurry(later)).toBe(0);
  expect(await office.letters('a').hurry(new Date(later.getTime() - 1))).toBe(1);
  expect((await take('a')).record.dueAt).toEqual(office.clock.now());
  expect(await office.letters('a').takeDue(worked)).toBeUndefined();
});

test('a store with a scope takes, recovers and counts only the records of it', async () => {
  await office.write(2);
  await office.model.updateOne({ _id: 'written_1' }, { town: 'rome' });
  const [rome, oslo] = [office.letters('a', { town: 'rome' }), office.letters('a', { town: 'oslo' })];
  expect([await rome.hasWork(), await oslo.hasWork()]).toEqual([true, false]);
  expect((await rome.takeDue(worked))?.record._id).toBe('written_1');
  expect(await rome.takeDue(worked)).toBeUndefined();
  expect([await oslo.recover(), await rome.recover()]).toEqual([0, 1]);
});
