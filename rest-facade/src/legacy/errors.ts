// Why: docs/decisions/edge/older-surface.md
import { catalogue, type ErrorCode, type ErrorDetails, type PlatformError } from '@platform/errors';

/** The codes that published clients know for what the catalogue calls otherwise; every other code is that of the catalogue. */
const OLDER_CODES: Partial<Record<ErrorCode, string>> = {
  strategy_invalid: 'invalid_code',
  data_unavailable: 'invalid_timerange',
  internal: 'server_error',
};
/** The codes of what does not exist, apart from trading accounts, whose code is the older one. */
const NOT_FOUND: ReadonlySet<ErrorCode> = new Set([
  'backtest_not_found',
  'deployment_not_found',
  'execution_not_found',
  'withdrawal_not_found',
  'api_key_not_found',
]);
/** The statuses whose refusals name a page: what is not there yet, and what is not there any more. */
const WITH_PAGE: ReadonlySet<number> = new Set([410, 501]);

/** The body of every error of the older surface. */
export interface LegacyErrorBody {
  readonly error: string;
  readonly message: string;
  readonly details?: ErrorDetails;
  /** With 401, as the older gateway had it. */
  readonly request_id?: string;
  /** With 410 and 501. */
  readonly docs_url?: string;
}

/** Returns the code of an error as the older surface spells it. */
export function legacyCodeOf(code: ErrorCode): string {
  return NOT_FOUND.has(code) ? 'not_found' : (OLDER_CODES[code] ?? code);
}

/** Returns a documented error as the older surface writes it; `page` is the address of the page that explains it. */
export function legacyErrorBody(
  { code, message, details }: PlatformError,
  { page, requestId }: { readonly page: string; readonly requestId: string },
): LegacyErrorBody {
  const { http } = catalogue[code];
  return {
    error: legacyCodeOf(code),
    message,
    ...(details !== undefined && { details }),
    ...(http === 401 && { request_id: requestId }),
    ...(WITH_PAGE.has(http) && { docs_url: page }),
  };
}
