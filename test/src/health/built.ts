/** The checks of `GET /readyz` of a platform that can use all of its parts. */
export const builtChecks = {
  venues: 'ready',
  intelligence: 'ready',
  execution: 'ready',
  runtime: 'ready',
  context_catalog: 'ready',
  historical_data_storage: 'ready',
  email: 'configured',
  database: 'ready',
};
