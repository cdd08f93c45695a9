import { describe, expect, test } from '@jest/globals';
import { draw } from './draw.js';
import { failedBefore } from './failed-before.js';

const suite = {
  name: 'numbers',
  cases: Array.from({ length: 200 }, (_, index) => index),
  nameOf: (number: number) => `case ${number}`,
  count: 5,
};

describe('a sample', () => {
  test('is the same for the same seed, whatever the order of the cases', () => {
    const reversed = { ...suite, cases: suite.cases.toReversed() };
    expect(draw('a', suite)).toEqual(draw('a', reversed).toReversed());
  });

  test('is another for another seed', () => {
    expect(draw('a', suite)).not.toEqual(draw('b', suite));
  });

  test('has as many cases as it is to have, in the order of the suite', () => {
    const drawn = draw('a', suite);
    expect(drawn).toHaveLength(suite.count);
    expect(drawn).toEqual(drawn.toSorted((left, right) => left - right));
  });

  test('is the whole suite where that has fewer cases', () => {
    expect(draw('a', { ...suite, count: 1_000 })).toEqual(suite.cases);
  });

  test('of another suite with the same cases is another one', () => {
    expect(draw('a', suite)).not.toEqual(draw('a', { ...suite, name: 'other numbers' }));
  });

  test('hardly changes where a case is added', () => {
    const more = draw('a', { ...suite, cases: [...suite.cases, 200] });
    expect(more.filter((each) => !draw('a', suite).includes(each)).length).toBeLessThanOrEqual(1);
  });
});

test('every case is in the sample of some seed', () => {
  const never = new Set(suite.cases);
  for (let seed = 0; seed < 1_000; seed += 1) for (const each of draw(String(seed), suite)) never.delete(each);
  expect([...never]).toEqual([]);
});

test('what has failed before is in every sample, beside the drawn ones', () => {
  const [name, cases] = Object.entries(failedBefore)[0]!;
  const known = { ...suite, name, cases: [...cases, ...suite.cases.map(suite.nameOf)], nameOf: (each: string) => each };
  for (const seed of ['a', 'b', 'c']) {
    expect(draw(seed, known)).toEqual(expect.arrayContaining([...cases]));
    expect(draw(seed, known)).toHaveLength(cases.length + suite.count);
  }
});

test('a case that has failed before and is gone, or has another name now, is told', () => {
  const [name = ''] = Object.keys(failedBefore);
  expect(() => draw('a', { ...suite, name })).toThrow('see failed-before.ts');
});
