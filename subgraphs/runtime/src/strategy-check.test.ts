import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { startTestSubgraph, type TestSubgraph } from './subgraph.fixture.js';

const FINDINGS = [{ line: 3, text: "No module named 'pandas_ta'" }, { text: 'there is no strategy' }];
/** The requests that the service received. */
const asked: object[] = [];
let subgraph: TestSubgraph;

beforeAll(async () => {
  subgraph = await startTestSubgraph({
    CheckStrategy: async (request) => {
      asked.push(request);
      return { check: request.code === 'good' ? { findings: [] } : { code: 'strategy_invalid', findings: FINDINGS } };
    },
  });
});

beforeEach(() => {
  asked.length = 0;
});

afterAll(() => subgraph.close());

const check = (code: string, more = '') =>
  `strategyCheck(framework: "freqtrade", venue: "hyperliquid", code: "${code}"${more}) { code findings { line text } }`;

test('a strategy shows what it would be refused for, by line where it has one', async () => {
  const { data } = await subgraph.ask(`{ ${check('bad', ' symbols: ["BTC/USDC:USDC"] configJson: "{\\"a\\": 1}"')} }`);
  const findings = [FINDINGS[0], { line: null, text: FINDINGS[1]?.text }];
  expect(data).toEqual({ strategyCheck: { code: 'strategy_invalid', findings } });
  expect(asked).toMatchObject([{ code: 'bad', symbols: ['BTC/USDC:USDC'], configJson: '{"a": 1}' }]);
});

test.each(['', ' symbols: null configJson: null strategyClass: null imageDigest: null'])(
  'without markets and config (%s) it is checked with none',
  async (more) => {
    const { data } = await subgraph.ask(`{ ${check('good', more)} }`);
    expect(data).toEqual({ strategyCheck: { code: null, findings: [] } });
    expect(asked).toEqual([
      { framework: 'freqtrade', venue: 'hyperliquid', code: 'good', symbols: [], configJson: '{}' },
    ]);
  },
);

test('one document has two of them checked', async () => {
  const { errors } = await subgraph.ask(`{ a: ${check('good')} b: ${check('bad')} c: ${check('good')} }`);
  expect(errors).toEqual([expect.objectContaining({ path: ['c'] })]);
  expect(asked).toHaveLength(2);
});
