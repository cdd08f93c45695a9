/** The checks of `GET /readyz` whose parts are built, as a platform answers that can use all of them. */
export const builtChecks = {
  venues: 'ready',
  execution: 'ready',
  runtime: 'ready',
  context_catalog: 'ready',
  historical_data_storage: 'ready',
  email: 'configured',
  database: 'ready',
};
