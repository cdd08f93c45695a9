import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { deploymentOf, startTestSubgraph, type TestSubgraph } from './subgraph.fixture.js';

const FINDING = { code: 'not_started', severity: 'blocking', message: 'It is stopped.', action: 'Start it.' };
/** The ids that the service was asked about. */
const asked: string[] = [];
let subgraph: TestSubgraph;

beforeAll(async () => {
  subgraph = await startTestSubgraph({
    BatchGetDeployments: async ({ ids }) => ({ deployments: ids.map(deploymentOf), unread: [] }),
    GetDeploymentDiagnosis: async ({ id }) => {
      asked.push(id);
      return { findings: [FINDING] };
    },
  });
});

afterAll(() => subgraph.close());

test('a deployment shows what is found of it', async () => {
  const { data } = await subgraph.ask('{ deployment(id: "one") { diagnosis { code severity message action } } }');
  expect(data).toEqual({ deployment: { diagnosis: [FINDING] } });
});

test('one document reads ten of them', async () => {
  asked.length = 0;
  const fields = Array.from(
    { length: 11 },
    (_, index) => `d${index}: deployment(id: "d${index}") { diagnosis { code } }`,
  );
  const { errors } = await subgraph.ask(`{ ${fields.join(' ')} }`);
  expect(errors).toEqual([expect.objectContaining({ path: ['d10', 'diagnosis'] })]);
  expect(asked).toHaveLength(10);
});
