/**
 * What the venue allows an address in ten seconds. Source: docs.polymarket.com/api-reference/rate-limits, November 2026. Gamma's
 * is that of `/markets`, the least of those that are used; the CLOB's that of `/prices-history`.
 */
export const REQUESTS_PER_TEN_SECONDS = { gamma: 300, clob: 1_000 } as const;
