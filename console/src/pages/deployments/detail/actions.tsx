import { useState } from 'preact/hooks';
import { nowMs } from '../../../app/clock.js';
import { useMutation } from '../../../graph/use-query.js';
import { Confirm } from '../../../parts/dialog.js';
import { SelectField, TextField } from '../../../parts/field.js';
import { ProblemMessage } from '../../../parts/problem.js';
import { EXPIRY_OPTIONS, instantOf, onExpiryOf } from '../expiry.js';
import {
  AttachDocument,
  DeleteDocument,
  type DeleteMutation,
  type DeploymentStatus,
  StartDocument,
  StopDocument,
  UpdateDocument,
} from '../generated/documents.js';
import { GONE } from './gone.js';
import type { Shown } from './shown.js';

type Asked = 'start' | 'stop' | 'block' | 'end' | 'delete';

/** A position that nobody looks after any more. */
export type Left = NonNullable<DeleteMutation['deleteDeployment']>['unmanagedPositions'][number];

interface ActionProps {
  readonly bot: Shown;
  readonly onChanged: () => void;
}
type DialogProps = ActionProps & { readonly onClose: () => void };
type LeavingProps = { readonly onLeft: (left: readonly Left[]) => void };

const STARTABLE: ReadonlySet<DeploymentStatus> = new Set(['created', 'stopped', 'error']);
const STOPPABLE: ReadonlySet<DeploymentStatus> = new Set(['starting', 'running']);
/** An end must lie ahead, by the platform's clock too. */
const SOON_MS = 15_000;

/** What can be done with a deployment now. */
export function Actions({ bot, onChanged, onLeft }: ActionProps & LeavingProps) {
  const [asked, setAsked] = useState<Asked>();
  const dialog = { bot, onChanged, onClose: () => setAsked(undefined) };
  if (GONE.has(bot.status)) return null;
  return (
    <>
      {STARTABLE.has(bot.status) ? (
        <button type="button" class="primary" onClick={() => setAsked('start')}>
          Start
        </button>
      ) : null}
      {STOPPABLE.has(bot.status) ? (
        <>
          <button type="button" onClick={() => setAsked('stop')}>
            Stop
          </button>
          {bot.entriesBlocked === true ? null : (
            <button type="button" onClick={() => setAsked('block')}>
              Block entries
            </button>
          )}
        </>
      ) : null}
      <button type="button" onClick={() => setAsked('end')}>
        Change its end
      </button>
      {bot.credentials?.status === 'missing' ? <Attach bot={bot} onChanged={onChanged} /> : null}
      <button type="button" class="danger" onClick={() => setAsked('delete')}>
        Delete
      </button>
      {asked === 'start' ? <Start {...dialog} /> : null}
      {asked === 'stop' ? <Stop {...dialog} /> : null}
      {asked === 'block' ? <Block {...dialog} /> : null}
      {asked === 'end' ? <End {...dialog} /> : null}
      {asked === 'delete' ? <Delete {...dialog} onLeft={onLeft} /> : null}
    </>
  );
}

function Start({ bot, onChanged, onClose }: DialogProps) {
  const start = useMutation(StartDocument);
  const isLive = bot.mode === 'live';
  return (
    <Confirm
      title={`Start ${bot.name}`}
      action="Start"
      onClose={onClose}
      acknowledgements={isLive ? ['It trades with real money, up to its capital.'] : []}
      onConfirm={async () => {
        const { problem } = await start.send({ input: { id: bot.id } });
        onChanged();
        return problem;
      }}
    >
      <p>
        {isLive
          ? `It trades ${bot.symbols.join(', ')} at ${bot.venue} with the money of your account.`
          : `It trades ${bot.symbols.join(', ')} on live prices with simulated money.`}{' '}
        It goes on with what it held when it was stopped.
      </p>
    </Confirm>
  );
}

function Stop({ bot, onChanged, onClose }: DialogProps) {
  const stop = useMutation(StopDocument);
  return (
    <Confirm
      title={`Stop ${bot.name}`}
      action="Stop"
      onClose={onClose}
      onConfirm={async () => {
        const { problem } = await stop.send({ input: { id: bot.id } });
        onChanged();
        return problem;
      }}
    >
      <p>
        {holdsNothing(bot)
          ? 'It holds nothing.'
          : `Nothing is sold. ${heldBy(bot)} Once it is stopped nobody looks after that. To have it close by its own rules first, block its entries instead.`}
      </p>
    </Confirm>
  );
}

function Block({ bot, onChanged, onClose }: DialogProps) {
  const update = useMutation(UpdateDocument);
  return (
    <Confirm
      title={`Block the entries of ${bot.name}`}
      action="Block entries"
      onClose={onClose}
      onConfirm={async () => {
        const aliveUntil = new Date(nowMs() + SOON_MS).toISOString();
        const { problem } = await update.send({ input: { id: bot.id, aliveUntil, onExpiry: 'block_entries' } });
        onChanged();
        return problem;
      }}
    >
      <p>
        In a few seconds it stops opening positions.{' '}
        {holdsNothing(bot)
          ? 'It holds nothing, so it stops soon after.'
          : `${heldBy(bot)} It goes on looking after that, and stops by itself once it holds nothing.`}{' '}
        Starting it again lets it open positions again.
      </p>
    </Confirm>
  );
}

function End({ bot, onChanged, onClose }: DialogProps) {
  const update = useMutation(UpdateDocument);
  const [until, setUntil] = useState(bot.aliveUntil?.slice(0, 'YYYY-MM-DDTHH:mm'.length) ?? '');
  const [onExpiry, setOnExpiry] = useState<string>(bot.onExpiry ?? 'stop');
  return (
    <Confirm
      title={`When the time of ${bot.name} is over`}
      action="Change"
      onClose={onClose}
      onConfirm={async () => {
        const input = { id: bot.id, aliveUntil: instantOf(until) ?? null, onExpiry: onExpiryOf(onExpiry) };
        const { problem } = await update.send({ input });
        onChanged();
        return problem;
      }}
    >
      <TextField
        label="End, in UTC"
        hint="Empty: it has no end."
        type="datetime-local"
        value={until}
        onChange={setUntil}
      />
      <SelectField label="What happens then" value={onExpiry} options={EXPIRY_OPTIONS} onChange={setOnExpiry} />
    </Confirm>
  );
}

function Delete({ bot, onChanged, onClose, onLeft }: DialogProps & LeavingProps) {
  const remove = useMutation(DeleteDocument);
  const held = bot.metrics.exposure.positions.length;
  // The venue may hold what its bot has not told of.
  const [isRefused, setRefused] = useState(false);
  const isHolding = held > 0 || isRefused;
  return (
    <Confirm
      title={`Delete ${bot.name}`}
      action="Delete for good"
      tone="danger"
      onClose={onClose}
      acknowledgements={[
        'I understand: its trades, its log, its equity and its strategy are gone for good.',
        ...(isHolding ? [`${heldBy(bot, isRefused)} Nobody looks after that any more.`] : []),
      ]}
      onConfirm={async () => {
        const { data, problem } = await remove.send({ input: { id: bot.id, acknowledgePositionsOpen: isHolding } });
        if (problem?.code === 'positions_open') setRefused(true);
        onLeft(data?.deleteDeployment?.unmanagedPositions ?? []);
        onChanged();
        return problem;
      }}
    >
      <p>
        {STOPPABLE.has(bot.status) ? 'It runs now, and is stopped first. ' : ''}Its name, its settings and its last
        figures can be read for 30 more days; nothing else can.
      </p>
    </Confirm>
  );
}

function Attach({ bot, onChanged }: ActionProps) {
  const attach = useMutation(AttachDocument);
  const send = async () => {
    await attach.send({ input: { id: bot.id } });
    onChanged();
  };
  return (
    <>
      <button type="button" disabled={attach.isSending} onClick={() => void send()}>
        Attach credentials
      </button>
      <ProblemMessage problem={attach.problem} />
    </>
  );
}

const holdsNothing = ({ metrics: { exposure } }: Shown) => exposure.positions.length === 0;

function heldBy({ metrics: { exposure } }: Shown, isRefused = false): string {
  const { length } = exposure.positions;
  if (length === 0 && isRefused) return 'The venue holds open positions in its markets, which stay open.';
  if (length === 0) return 'It holds nothing.';
  return length === 1
    ? 'It holds one open position, which stays open.'
    : `It holds ${length} open positions, which stay open.`;
}
