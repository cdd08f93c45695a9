import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { systemClock } from '@platform/kit/clock';
import type { Connection } from '@platform/store/mongo';
import { buildDomain, emptyDatabase, openDatabase, validRequest } from '../domain.fixture.js';
import { imageDigest, PROTOCOL, type PythonImage } from '../frameworks/python/image.js';
import { ImageStore } from './image-store.js';
import { backtestModel } from './record.js';

const FIRST: PythonImage = {
  version: '1',
  protocol: PROTOCOL,
  modules: { worker: 'a.worker', validate: 'a.validate', everything: 'a' },
  lock: 'a==1 --hash=sha256:1\n',
  harness: { 'a/worker.py': 'print("first")\n', 'a/py.typed': '' },
};
const edited = (text: string): PythonImage => ({ ...FIRST, harness: { ...FIRST.harness, 'a/worker.py': text } });

let connection: Connection;
let nowMs: number;

beforeAll(async () => {
  connection = await openDatabase('images');
});
beforeEach(async () => {
  await emptyDatabase(connection);
  nowMs = Date.UTC(2026, 0, 1);
});
afterAll(() => connection.close());

/** A platform that comes with an image starts a day after the last one: what it lists beside. */
async function start(image: PythonImage): Promise<PythonImage[]> {
  nowMs += 86_400_000;
  const clock = { now: () => new Date(nowMs), nowMs: () => nowMs, sleep: async () => {} };
  const others = await new ImageStore(connection, clock).offer([{ id: 'freqtrade', image }]);
  return others.map((other) => other.image);
}

describe('an image that a platform has listed', () => {
  test('stays listed as it was when an upgrade brings another, and is no other when it comes back', async () => {
    expect(await start(FIRST)).toEqual([]);
    expect(await start(edited('second'))).toEqual([FIRST]);
    expect(await start(edited('third'))).toEqual([edited('second'), FIRST]);
    const again = await start(FIRST);
    expect(again.map((image) => imageDigest(image))).toEqual([edited('third'), edited('second')].map(imageDigest));
  });

  test('is forgotten when thirty newer ones have been listed, unless a backtest waits for it', async () => {
    await start(FIRST);
    await start(edited('awaited'));
    const { creation } = await buildDomain(connection);
    const { backtest } = await creation.create(validRequest(), {
      accountId: 'acc_1',
      requestId: 'r',
      isGivenUp: () => false,
    });
    const framework = { id: 'freqtrade', imageDigest: imageDigest(edited('awaited')) };
    await backtestModel(connection).updateOne({ _id: backtest._id }, { framework });
    let others: PythonImage[] = [];
    for (let count = 0; count < 30; count += 1) others = await start(edited(String(count)));
    expect(others).toHaveLength(30);
    expect(others.at(-1)).toEqual(edited('awaited'));
  });

  test('is not listed where its harness speaks a protocol that is no longer spoken, or where it was altered', async () => {
    await start(FIRST);
    const images = connection.collection<{ _id: string; content: string }>('framework_images');
    for (const content of [{ ...FIRST, protocol: 0 }, edited('altered')]) {
      await images.updateOne({ _id: imageDigest(FIRST) }, { $set: { content: JSON.stringify(content) } });
      expect(await start(edited('second'))).toEqual([]);
      // So that what waits for it ends.
      expect(await new ImageStore(connection, systemClock).digests()).toEqual([imageDigest(edited('second'))]);
    }
  });
});
