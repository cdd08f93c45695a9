import { switchedOn } from '@platform/kit/config';

/** What an operator switches on: each service that carries it out or tells of it reads the same variable. */
export const switches = {
  FEATURE_MANAGED_LIVE: switchedOn.describe(
    'whether deployments may trade with real money, in runtime, and whether venues say so, in context; when off, none is created or started; `npm start` turns it on beside sandbox venues; a change takes a restart',
  ),
  FEATURE_VENUE_EXITS: switchedOn.describe(
    'whether withdrawals are taken from venues whose row does not offer them yet, in wallet, and whether venues say so, in context; a change takes a restart',
  ),
};

/** The variable of one of them. */
export type Switch = keyof typeof switches;

/** How the operator has set them. */
type Switched = Readonly<Record<Switch, { readonly isOn: boolean }>>;

/** Returns those that are on. */
export function switchesOn(environment: Switched): ReadonlySet<Switch> {
  const names: readonly Switch[] = ['FEATURE_MANAGED_LIVE', 'FEATURE_VENUE_EXITS'];
  return new Set(names.filter((name) => environment[name].isOn));
}
