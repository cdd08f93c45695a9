import type {
  ExecutionVenue,
  SettlementState,
  SubmissionIdentity,
  VenueVerdict,
} from '@platform/venues/native-actions';
import { acceptedResult } from '../results/sanitize.js';
import type { ExecutionRecord } from './model.js';
import type { ExecutionEffect, ExecutionEvent } from './states.js';

/** An event with its data. */
export type Move =
  | { readonly event: 'signed'; readonly identity: SubmissionIdentity }
  | { readonly event: 'accepted' | 'refused'; readonly resultJson: string }
  | {
      readonly event: 'accepted_unsettled';
      readonly resultJson: string;
      readonly settlement: SettlementState | undefined;
    }
  | SettlementMove
  | {
      readonly event: Exclude<
        ExecutionEvent,
        'signed' | 'accepted' | 'accepted_unsettled' | 'refused' | SettlementMove['event']
      >;
    };

/** An event of an execution whose trades are settled later; undefined: it has none that is known. */
export interface SettlementMove {
  readonly event: 'settlement_read' | 'settlement_ended';
  readonly settlement: SettlementState | undefined;
}

/** The fields that each effect writes. */
const writes: {
  readonly [Name in ExecutionEffect]: (move: Move, now: Date) => Partial<ExecutionRecord>;
} = {
  record_identity: (move) => ('identity' in move ? { identity: move.identity } : {}),
  record_result: (move) => ('resultJson' in move ? { resultJson: move.resultJson } : {}),
  record_settlement: (move) =>
    'settlement' in move && move.settlement !== undefined ? { settlement: move.settlement } : {},
  record_unseen: (_move, now) => ({ unseenAt: now }),
  stamp_finished: (_move, now) => ({ finishedAt: now }),
};

/** Returns the fields that a transition's effects write. */
export function writtenBy(effects: readonly ExecutionEffect[], move: Move, now: Date): Partial<ExecutionRecord> {
  return Object.assign({}, ...effects.map((effect) => writes[effect](move, now)));
}

/** Returns the move of an execution that the venue accepted: at a venue that settles trades later, it is looked at until they are. */
export function acceptedMove(
  venue: ExecutionVenue | undefined,
  { answer, settlement }: Extract<VenueVerdict, { kind: 'accepted' }>,
): Move {
  const resultJson = acceptedResult(answer);
  return venue?.settlement === undefined
    ? { event: 'accepted', resultJson }
    : { event: 'accepted_unsettled', resultJson, settlement };
}
