// Why: docs/decisions/runtime/held-backtests-and-result-links.md
import { PlatformError } from '@platform/errors';
import type { Clock } from '@platform/kit/clock';
import type { Secret } from '@platform/kit/config';
import { CursorCodec } from '@platform/kit/cursors';
import { z } from 'zod';

const VALIDITY_MS = 7 * 86_400_000;
/** The purpose of the signature: no cursor is a link, and no link a cursor. */
const PURPOSE = { list: 'links to result files' };
/** Id of the backtest, id of its account, and when the link ends in milliseconds. */
const contents = z.tuple([z.string(), z.string(), z.int()]);

/** The backtest that a link leads to. */
interface LinkedBacktest {
  readonly backtestId: string;
  readonly accountId: string;
}

/** Makes and reads the tokens of links to result files: each opens the file of one backtest for seven days. */
export class ResultLinks {
  readonly #codec: CursorCodec<z.output<typeof contents>>;

  constructor(
    secret: Secret<Buffer>,
    private readonly clock: Clock,
  ) {
    this.#codec = new CursorCodec(secret, contents, 'result_link_invalid');
  }

  /** Returns a new link to the result file of a backtest; the caller has checked whose it is. */
  sign({ backtestId, accountId }: LinkedBacktest): { token: string; expiresAtMs: number } {
    const expiresAtMs = this.clock.nowMs() + VALIDITY_MS;
    return { token: this.#codec.encode(PURPOSE, [backtestId, accountId, expiresAtMs]), expiresAtMs };
  }

  /** Returns the backtest that a token names. Throws `result_link_invalid` and `result_link_expired`. */
  read(token: string): LinkedBacktest {
    const [backtestId, accountId, expiresAtMs] = this.#codec.decode(PURPOSE, token);
    if (this.clock.nowMs() >= expiresAtMs) throw new PlatformError('result_link_expired');
    return { backtestId, accountId };
  }
}
