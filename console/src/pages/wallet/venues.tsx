import { useId, useState } from 'preact/hooks';
import { Status } from '../../parts/badge.js';
import { Section } from '../../parts/heading.js';
import { Money, Time } from '../../parts/money.js';
import { STEPS, stepsDone } from '../../parts/moving/setup-steps.js';
import { Notice } from '../../parts/problem.js';
import { Progress, Steps } from '../../parts/progress.js';
import { byVenue, type VenueName } from '../../parts/venues.js';
import type { Free } from './free.js';
import type { SetupFragment, VenueStateFragment, WalletQuery } from './generated/documents.js';
import { SetUp } from './set-up.js';

/** What is at each venue, and the way there. */
export function Venues(props: {
  readonly venues: NonNullable<WalletQuery['wallet']>['venues'];
  readonly free: Free;
  /** What has arrived and is not final yet, in USD. */
  readonly waiting: number;
  /** Whether withdrawals pay from the wallet alone, so that nothing comes back from a venue. */
  readonly isOneWay: boolean;
}) {
  const [moving, setMoving] = useState<VenueName>();
  const found = byVenue(props.venues);
  const target = found.find(([venue]) => venue === moving);
  return (
    <Section title="Venues">
      {props.venues === null ? <Notice tone="warn">The venues can not be read now.</Notice> : null}
      {found.map(([venue, state]) => (
        <Venue key={venue} venue={venue} state={state} isOneWay={props.isOneWay} onMove={() => setMoving(venue)} />
      ))}
      {target === undefined ? null : (
        <SetUp
          venue={target[0]}
          minimumUsd={target[1].minimumDepositUsd}
          free={props.free}
          waiting={props.waiting}
          onClose={() => setMoving(undefined)}
        />
      )}
    </Section>
  );
}

function Venue(props: {
  readonly venue: string;
  readonly state: VenueStateFragment;
  readonly isOneWay: boolean;
  readonly onMove: () => void;
}) {
  const { venue, state } = props;
  const isMoving = state.operation?.status === 'processing';
  const name = useId();
  return (
    <div class="venue-row">
      <div class="venue-head">
        <h3 id={name}>{venue}</h3>
        <p>
          There:{' '}
          <Money
            amount={state.balanceUsd}
            unknown={state.readiness.accountExists === false ? 'no account yet' : 'unknown'}
          />
        </p>
        <button type="button" aria-describedby={name} disabled={isMoving} onClick={props.onMove}>
          {isMoving ? 'Moving money…' : 'Move money there'}
        </button>
      </div>
      {Number(state.balanceUsd ?? 0) > 0 ? <WayBack venue={venue} isOneWay={props.isOneWay} /> : null}
      <Readiness of={state.readiness} />
      {state.operation === null ? null : <Setup setup={state.operation} />}
    </div>
  );
}

/** How money that is at a venue gets back to its owner. */
function WayBack({ venue, isOneWay }: { readonly venue: string; readonly isOneWay: boolean }) {
  if (isOneWay)
    return (
      <p>
        Money can not come back from here now: this platform's operator has not switched on withdrawals from venues.
      </p>
    );
  return (
    <p>
      Money comes back by a withdrawal to an address of yours:{' '}
      <a href={`/app/wallet/withdraw?from=${venue}`}>withdraw from {venue}</a>.
    </p>
  );
}

const QUESTIONS = [
  ['venueReachable', 'The venue answers'],
  ['walletReady', 'The wallet can sign'],
  ['accountExists', 'The account exists'],
  ['depositRouteReady', 'Money can be moved'],
] as const;

/** Null means that nobody knows; it does not mean no. */
function Readiness({ of }: { readonly of: VenueStateFragment['readiness'] }) {
  return (
    <p class="fine">
      {QUESTIONS.map(([key, text], index) => (
        <span key={key}>
          {index === 0 ? '' : ' · '}
          {text}: {of[key] === null ? 'unknown' : of[key] ? 'yes' : 'no'}
        </span>
      ))}
    </p>
  );
}

function Setup({ setup }: { readonly setup: SetupFragment }) {
  const { status, step, updatedAt, error } = setup;
  const done = stepsDone(step);
  return (
    <div>
      <p>
        Latest setup: <Status of={status} />{' '}
        <span class="fine">
          since <Time at={updatedAt} />
        </span>
      </p>
      {status === 'completed' ? null : (
        <Steps label="Steps of the setup" steps={STEPS} current={done} hasFailed={status === 'failed'} />
      )}
      {status === 'processing' ? <Progress label={STEPS[done] ?? 'done'} value={done / STEPS.length} /> : null}
      {error === null ? null : (
        <Notice tone="bad">
          {error.message} (<code>{error.code}</code>) The amount is free again.
        </Notice>
      )}
      {status === 'reconciliation_required' ? (
        <Notice tone="warn">
          What became of it is not known yet. The amount stays held until it is; an operator looks into it.
        </Notice>
      ) : null}
    </div>
  );
}
