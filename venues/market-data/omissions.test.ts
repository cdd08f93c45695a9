import { beforeEach, expect, test } from '@jest/globals';
import { createLogger } from '@platform/observability/logging';
import { Omissions } from './omissions.js';
import { VenueUnreadableError } from './venue.js';

const logged: string[] = [];
let omissions: Omissions;

beforeEach(() => {
  logged.length = 0;
  const write = (line: string) => void logged.push(line);
  omissions = new Omissions(createLogger({ process: 'test', level: 'info' }, { write }));
});

test('malformed markets are counted, and logged when they change alone', () => {
  for (let reading = 0; reading < 3; reading += 1)
    expect(omissions.listedOf('lighter', { listed: [1, 2], omitted: ['at market_id: is none'] })).toEqual([1, 2]);
  expect(omissions.counts()).toEqual({ lighter: 1 });
  expect(logged).toHaveLength(1);
  omissions.listedOf('lighter', { listed: [1, 2, 3], omitted: [] });
  expect([omissions.counts(), logged.length]).toEqual([{ lighter: 0 }, 2]);
});

test('a listing of which most is malformed is the error of the venue', () => {
  expect(() => omissions.listedOf('lighter', { listed: [1], omitted: ['a', 'b'] })).toThrow(VenueUnreadableError);
  expect(omissions.listedOf('lighter', { listed: [], omitted: [] })).toEqual([]);
});
