/** Tests that measure how long answers take or how much memory is left, or count within a time: nothing runs beside them. */
export const ALONE: readonly string[] = [
  ...['attacks/attacks', 'attacks/bulky', 'connections', 'health', 'limits'].map((place) => `test/src/${place}`),
  ...['isolation/memory', 'validation-time', 'isolation/walls'].map(
    (name) => `services/runtime/src/frameworks/${name}.test.ts`,
  ),
  'services/wallet/src/testing/hardships/hardships.test.ts',
  'services/wallet/src/withdrawals/stuck.test.ts',
];
