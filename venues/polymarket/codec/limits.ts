/**
 * The venue's limits per address and ten seconds. Source: docs.polymarket.com/api-reference/rate-limits, November 2026. Gamma's is that of
 * `/markets`, the lowest of the endpoints in use; the CLOB's is that of `/prices-history`.
 */
export const REQUESTS_PER_TEN_SECONDS = { gamma: 300, clob: 1_000 } as const;
