import { expect, test } from '@jest/globals';
import { createLogger } from './index.js';

test('secret-bearing fields are redacted at every level that is logged', () => {
  const lines: string[] = [];
  const logger = createLogger({ process: 'test', level: 'info' }, { write: (line: string) => void lines.push(line) });
  logger.info({ otp: 'canary', headers: { 'x-api-key': 'canary', authorization: 'canary' } }, 'one');
  logger.error({ request: { body: { api_key: 'canary' } } }, 'two');
  expect(lines).toHaveLength(2);
  expect(lines.join('')).not.toContain('canary');
  expect(lines.join('')).toContain('[redacted]');
});
