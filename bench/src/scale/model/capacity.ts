import { REFILL } from '@platform/venues/http';
import { SHARES } from '@platform/venues/hyperliquid/client';
import type { Measured } from '../measured.js';
import { type Demands, demandsOf, loadAtOne } from './demands.js';
import { type Machines, PROCESSES } from './latencies.js';

/** Up to here a process, a machine and a primary are used: a request then waits as long as it works (M/M/1 at 0.5), and one of two may fail. */
export const USED = 0.5;
/** Of a machine's memory, what bots may have: assumed. */
export const MEMORY_FOR_BOTS = 0.8;
const MINUTE_SECONDS = 60;
/** Of one address at hyperliquid, for all feeds together (`venues/hyperliquid/runtime/open.ts`). */
export const SUBSCRIPTIONS_OF_FEEDS = 500;
/** Candles of one timeframe, and the book. */
const STREAMS_A_MARKET = 2;
const PARTS_OF_MACHINES = [...PROCESSES.filter((part) => part !== 'feed'), 'supervisor'];

/** What a multiple of the load needs. */
export interface Needs extends Machines {
  readonly multiple: number;
  /** Machines like the measured one. */
  readonly machines: {
    readonly services: number;
    readonly backtests: number;
    readonly bots: number;
    readonly mongodb: number;
  };
  /** Documents that are written, a second. */
  readonly writesPerSecond: number;
  /** Weight per minute, by the service whose share it is. */
  readonly weightPerMinute: Readonly<Record<Sharing, number>>;
  /** Addresses that the venue must see, by whose share asks for most. */
  readonly addresses: number;
  /** Markets that each node's bots may follow, where all nodes have one address. */
  readonly marketsANode: number;
}

/** The services that ask hyperliquid from the platform's own address, with their shares of its weight per minute. */
export const SHARED_BY_SERVICES = [
  { service: 'wallet', share: SHARES.wallet },
  { service: 'execution', share: SHARES.execution },
] as const;
type Sharing = (typeof SHARED_BY_SERVICES)[number]['service'];

/** Returns the weight per minute that 1× takes of a service's share. */
export function weightOf(service: Sharing, demands: Demands): number {
  return Math.max(0, loadAtOne(`weight.${service}`, demands)) * MINUTE_SECONDS;
}

/** Returns what a share may spend a minute for long. */
export function sustained(share: number): number {
  return share * REFILL;
}

/** Returns what so much of the load needs, each part used up to `USED`. */
export function needsAt(multiple: number, measured: Measured, demands: Demands = demandsOf(measured)): Needs {
  const { machine, commitsPerSecond, memoryMib } = measured;
  const load = (part: string) => multiple * Math.max(0, loadAtOne(`processor.${part}`, demands));
  const idle = (part: string) => demands.idle[`processor.${part}`] ?? 0;
  const room = machine.cores * USED;
  const writesPerSecond = multiple * Math.max(0, loadAtOne('store.documents written', demands));
  const bots = atLeastOne(
    load('bots') / room,
    (multiple * (memoryMib.single['bots'] ?? 0)) / (machine.memoryMib * MEMORY_FOR_BOTS),
  );
  const instances = (part: string) =>
    part === 'feed' ? bots : atLeastOne(load(part) / Math.max(0.01, USED - idle(part)));
  const services = PARTS_OF_MACHINES.reduce((sum, part) => sum + load(part) + instances(part) * idle(part), 0);
  const mongodb = atLeastOne(load('mongod') / room, writesPerSecond / (commitsPerSecond * USED));
  const weightPerMinute = {
    wallet: multiple * weightOf('wallet', demands),
    execution: multiple * weightOf('execution', demands),
  };
  return {
    multiple,
    cores: Number.POSITIVE_INFINITY,
    instances: (part) => (part === 'mongod' ? mongodb : instances(part)),
    machines: { services: atLeastOne(services / room), backtests: atLeastOne(load('workers') / room), bots, mongodb },
    writesPerSecond,
    weightPerMinute,
    addresses: atLeastOne(
      ...SHARED_BY_SERVICES.map(({ service, share }) => weightPerMinute[service] / sustained(share)),
    ),
    marketsANode: Math.floor(SUBSCRIPTIONS_OF_FEEDS / bots / STREAMS_A_MARKET),
  };
}

function atLeastOne(...parts: readonly number[]): number {
  return Math.max(1, ...parts.map(Math.ceil));
}
