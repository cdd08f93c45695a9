import { PlatformError } from '@platform/errors';
import type { Clock } from '@platform/kit/clock';
import { type ChangesServiceDefinition, changesService } from '@platform/protos/changes';
import { type AccessTable, type ServedStreams, type StreamHandlers, servedStreams } from '@platform/rpc/grpc';
import { ChangeReader, type Entry, isSequence, type Sequence } from '../buffer/index.js';
import type { ChangeSource } from './change-source.js';

/** How often a stream says how far it is where nothing changes: the other end takes longer silence for a dead peer. */
const POSITION_MS = 2_000;
const ENTRIES_AT_ONCE = 500;

/** Who may call what: only the edge, which tells each account its own changes alone. */
export const changesAccess: AccessTable<ChangesServiceDefinition> = {
  Watch: { users: 'none', workloads: ['gateway'] },
};

/** The service of `trading.changes.v1` over a source. */
export function changesOf(source: ChangeSource, clock: Clock): ServedStreams {
  return servedStreams({ ...changesService, access: changesAccess, handlers: changesHandlers(source, clock) });
}

function changesHandlers(source: ChangeSource, clock: Clock): StreamHandlers<ChangesServiceDefinition> {
  return {
    Watch: async function* watch({ after }, { signal }) {
      const opened = source.open();
      if (opened === undefined) throw new PlatformError('service_unavailable');
      if (after !== undefined && !isSequence(after)) throw new PlatformError('invalid_request');
      const { buffer, ended } = opened;
      const isHeld = after !== undefined && after >= buffer.floor;
      const reader = new ChangeReader(buffer, clock, () => true, isHeld ? after : buffer.floor);
      const either = AbortSignal.any([signal, ended]);
      yield message('start', isHeld ? after : buffer.floor);
      for (;;) {
        const { isLost, entries } = reader.read(ENTRIES_AT_ONCE);
        if (isLost || ended.aborted) return;
        for (const entry of entries) yield toMessage(entry);
        if (entries.length > 0) continue;
        yield message('position', reader.position);
        await reader.wait(POSITION_MS, either);
      }
    },
  };
}

function message(kind: 'start' | 'position', sequence: Sequence) {
  return { kind, sequence, atMs: 0, accountId: '', entity: '', id: '', part: '', removed: false };
}

function toMessage(entry: Entry) {
  if (entry.kind === 'gap') throw new Error('a source has no gaps: it begins again');
  const { isRemoved: removed, ...change } = entry;
  return { ...change, removed };
}
