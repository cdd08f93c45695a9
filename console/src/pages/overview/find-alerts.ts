import { byVenue } from '../../parts/venues.js';
import type { OverviewQuery } from './generated/documents.js';

/** Something that needs a look, and where. */
export interface Alert {
  readonly tone: 'bad' | 'warn';
  readonly text: string;
  readonly href: string;
}

type Bot = NonNullable<OverviewQuery['deployments']>['nodes'][number];

const STORAGE_WARNING = 0.9;

/** What of an account needs a look, the worst first. */
export function alertsOf({ deployments, wallet, account }: OverviewQuery): Alert[] {
  const found = [
    ...(deployments?.nodes ?? []).flatMap(alertsOfBot),
    ...alertsOfVenues(wallet),
    ...alertsOfWithdrawals(wallet),
    ...alertsOfStorage(account),
  ];
  return found.toSorted((left, right) => rank(left) - rank(right));
}

const rank = ({ tone }: Alert) => (tone === 'bad' ? 0 : 1);

/** How many warnings a deployment has. */
export function warningsOf(bot: Bot): number {
  return alertsOfBot(bot).length;
}

function alertsOfBot({ id, name, error, health, status }: Bot): Alert[] {
  const href = `/app/deployments/${id}`;
  const found: Alert[] = [];
  if (error !== null) found.push({ tone: 'bad', text: `${name} can not go on: ${error.message}`, href });
  for (const { text } of health.differences) found.push({ tone: 'bad', text: `${name}: ${text}`, href });
  if (status !== 'running') return found;
  if (health.feedSilentSince !== null)
    found.push({ tone: 'warn', text: `${name} gets no prices from its venue`, href });
  if (health.strategyErrors !== null && health.strategyErrors > 0)
    found.push({ tone: 'warn', text: `${name}: ${health.strategyErrors} errors of its strategy`, href });
  return found;
}

function alertsOfVenues(wallet: OverviewQuery['wallet']): Alert[] {
  return byVenue(wallet?.venues).flatMap(([venue, { operation }]): Alert[] => {
    if (operation === null) return [];
    if (operation.status === 'failed')
      return [
        { tone: 'bad', text: `The setup of ${venue} failed: ${operation.error?.message ?? ''}`, href: '/app/wallet' },
      ];
    if (operation.status === 'reconciliation_required')
      return [{ tone: 'bad', text: `The outcome of the setup of ${venue} is not known yet`, href: '/app/wallet' }];
    return [];
  });
}

function alertsOfWithdrawals(wallet: OverviewQuery['wallet']): Alert[] {
  const [latest] = wallet?.withdrawals.nodes ?? [];
  if (latest?.status !== 'failed') return [];
  return [
    {
      tone: 'warn',
      text: `Your latest withdrawal, of ${latest.amountUsd} USD, did not happen: ${latest.error?.message ?? ''}`,
      href: '/app/wallet',
    },
  ];
}

function alertsOfStorage(account: OverviewQuery['account']): Alert[] {
  const usage = account?.runtimeUsage;
  if (usage === null || usage === undefined || usage.storedBytes < STORAGE_WARNING * usage.storedBytesLimit) return [];
  return [{ tone: 'warn', text: 'The storage for backtests is nearly full: delete some', href: '/app/usage' }];
}
