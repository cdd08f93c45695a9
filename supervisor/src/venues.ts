import {
  MARKET_DATA_ADDRESS,
  REFERENCE_WEIGHT_PER_MINUTE,
  SANDBOX_VENUES,
  type SandboxVenue,
  sandboxCredentials,
} from '@platform/sandbox/parts';
import { venueIds, venueRow } from '@platform/venues/registry';
import type { Plan } from './plan.js';

/** The venues of the registry as processes reach them: real ones, or the sandbox's. */

/** One process's share of the limit that a venue sets per address: each process has its own value. */
export const shareVariables: ReadonlySet<string> = new Set(
  venueIds.flatMap((id) => venueRow(id).endpoints?.shareVariable ?? []),
);

/**
 * The addresses of venues by their variables, what the sandbox's give the platform to be known by, and what the context service needs to read
 * market data from an address of its own.
 */
export function venueEnvironment(plan: Plan): Record<string, string> {
  const { outside } = plan.settings;
  if (outside !== undefined) return outside;
  return { ...sandboxVariables(plan), ...sandboxCredentials, ...sandboxMarketData(plan) };
}

/** The addresses of the sandbox's venues as the descriptor names them. */
export function describeVenues(plan: Plan): Record<string, Record<string, string>> {
  const named = (id: SandboxVenue) => sandboxAddresses(plan, id).map(({ name, url }) => [name, url]);
  return Object.fromEntries(SANDBOX_VENUES.map((id) => [id, Object.fromEntries(named(id))]));
}

function sandboxAddresses({ ports }: Plan, id: SandboxVenue) {
  return (venueRow(id).endpoints?.addresses ?? []).flatMap(({ variable, scheme, sandbox }) =>
    sandbox === undefined
      ? []
      : [{ variable, name: sandbox.name, url: `${scheme}://127.0.0.1:${ports.venues[id]}${sandbox.path}` }],
  );
}

function sandboxVariables(plan: Plan): Record<string, string> {
  const all = SANDBOX_VENUES.flatMap((id) => sandboxAddresses(plan, id));
  return Object.fromEntries(all.flatMap(({ variable, url }) => (variable === undefined ? [] : [[variable, url]])));
}

/** Beside the sandbox's venues the collector has an address of its own, with the allowance that it has there. */
function sandboxMarketData({ settings }: Plan): Record<string, string> {
  const weightPerMinute = settings.SANDBOX_MARKET_DATA_WEIGHT_PER_MINUTE;
  if (weightPerMinute === 0) return {};
  const told = SANDBOX_VENUES.flatMap((id) => {
    const { marketData } = venueRow(id).endpoints ?? {};
    if (marketData === undefined) return [];
    const scale = marketData.allowancePerMinute / REFERENCE_WEIGHT_PER_MINUTE;
    return [
      [marketData.addressVariable, MARKET_DATA_ADDRESS],
      [marketData.allowanceVariable, String(Math.max(1, Math.floor(weightPerMinute * scale)))],
    ];
  });
  return Object.fromEntries(told);
}
