// Why: docs/decisions/contracts/lists-and-cursors.md
import { createHmac, timingSafeEqual } from 'node:crypto';
import { type ErrorCode, PlatformError } from '@platform/errors';
import type { z } from 'zod';
import type { Secret } from '../config/index.js';

const MAC_BYTES = 16;
const CURSOR_LENGTH_MAX = 1_024;

/** The scope of a cursor: it is refused on another list, for another account or under other filters. */
export interface CursorScope {
  /** Name of the list, for example `backtests`. */
  readonly list: string;
  readonly accountId?: string;
  readonly filters?: Readonly<Record<string, string | number | undefined>>;
}

/** Writes and reads opaque cursors: a position in a list, signed together with its scope. */
export class CursorCodec<Position> {
  constructor(
    private readonly secret: Secret<Buffer>,
    private readonly position: z.ZodType<Position>,
    private readonly refusal: ErrorCode = 'invalid_cursor',
  ) {}

  /** Returns the cursor of a position: base64url without padding. */
  encode(scope: CursorScope, position: Position): string {
    const payload = Buffer.from(JSON.stringify(position));
    return Buffer.concat([this.#mac(scope, payload), payload]).toString('base64url');
  }

  /** Returns the position in a cursor. Throws `invalid_cursor` (or the list's own code) for any other text. */
  decode(scope: CursorScope, cursor: string): Position {
    const bytes = Buffer.from(cursor, 'base64url');
    // Decoding ignores characters that are not base64url: only the exact text of a cursor is accepted.
    if (cursor.length > CURSOR_LENGTH_MAX || bytes.toString('base64url') !== cursor)
      throw new PlatformError(this.refusal);
    const mac = bytes.subarray(0, MAC_BYTES);
    const payload = bytes.subarray(MAC_BYTES);
    if (mac.length !== MAC_BYTES || !timingSafeEqual(mac, this.#mac(scope, payload)))
      throw new PlatformError(this.refusal);
    return this.position.parse(JSON.parse(payload.toString()));
  }

  #mac({ list, accountId, filters = {} }: CursorScope, payload: Buffer): Buffer {
    const set = Object.entries(filters).filter(([, value]) => value !== undefined);
    const scope = JSON.stringify([list, accountId ?? null, set.sort(([left], [right]) => (left < right ? -1 : 1))]);
    return createHmac('sha256', this.secret.reveal())
      .update(scope)
      .update('\0')
      .update(payload)
      .digest()
      .subarray(0, MAC_BYTES);
  }
}
