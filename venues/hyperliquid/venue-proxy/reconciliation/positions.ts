import { sizeOf, sizeText } from '../../codec/index.js';
import type { JournalledDeployment, JournalState } from '../journal/index.js';
import type { SeenAccount } from './readings.js';

/** A position that is not what the fills of its bot made of it. */
export interface Stray {
  readonly deploymentId: string;
  readonly coin: string;
  readonly shown: string;
  readonly explained: string;
}

/** Returns the positions of deployments that their fills don't explain. */
export function straysOf(
  deployments: readonly JournalledDeployment[],
  state: JournalState,
  account: SeenAccount,
): readonly Stray[] {
  return deployments.flatMap((deployment) =>
    deployment.coins.flatMap((coin): Stray[] => {
      const shown = sizeOf(account.positions.get(coin) ?? '0');
      const explained = explainedAt(deployment, state, coin, account.atMs);
      if (explained === undefined || explained.includes(shown)) return [];
      const [first = 0n] = explained;
      return [{ deploymentId: deployment.deploymentId, coin, shown: sizeText(shown), explained: sizeText(first) }];
    }),
  );
}

/** Returns what the position may be at a time; a fill of that very time may show or not. Undefined: what it began with is not known. */
function explainedAt(
  { deploymentId, base }: JournalledDeployment,
  state: JournalState,
  coin: string,
  atMs: number,
): readonly bigint[] | undefined {
  if (base === null) return undefined;
  const since = state.fillsOf(deploymentId).filter((fill) => fill.coin === coin && fill.atMs > base.atMs);
  const sumUntil = (isIn: (fillAtMs: number) => boolean) =>
    since
      .filter((fill) => isIn(fill.atMs))
      .reduce((sum, { size }) => sum + sizeOf(size), sizeOf(base.positions[coin] ?? '0'));
  return [sumUntil((fillAtMs) => fillAtMs <= atMs), sumUntil((fillAtMs) => fillAtMs < atMs)];
}
