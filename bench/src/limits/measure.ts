import { Caller, type Platform } from '@platform/test/platform';
import type { Effort } from '../effort.js';
import { cpuMsOf } from '../read/cpu.js';
import { load, type Request, type Round } from '../read/load.js';
import { announce, graphql, HASH_ALONE } from '../read/query.js';
import { seedFinishedBacktests } from '../read/records.js';
import { median, type Report } from '../report.js';
import { startUncountedGateway } from './uncounted-gateway.js';

const ROUNDS = 20;
const ROUND_SECONDS = 3;
const WARM_UP_SECONDS = 15;
/** Above what one machine can send, so that nothing is refused; counted like any other limit. */
const RATE_LIMIT_PER_MINUTE = '1000000';

interface Measured extends Round {
  readonly gatewayMsPerRequest: number;
  /** Of the identity service, which is called every two seconds for any number of requests; with all its other work. */
  readonly identityMsPerSecond: number;
}

/** A gateway, its process and that of the identity service, and the result of each round. */
interface Side {
  readonly name: string;
  readonly url: string;
  readonly gatewayId: number;
  readonly rounds: Measured[];
}

/** Measures the same read by a gateway that counts limits and by one that does not, in turn. */
export function measureLimits(effort: Effort): Promise<Report> {
  return effort.onPlatform({ RATE_LIMIT_PER_MINUTE }, (platform) => measureOn(platform, effort));
}

async function measureOn(platform: Platform, effort: Effort): Promise<Report> {
  const caller = await Caller.register(platform, 'bench-limits@example.com');
  const ids = await seedFinishedBacktests(platform, caller);
  await using uncounted = await startUncountedGateway(platform, caller);
  const { graphql_url: graphqlUrl, processes } = await platform.descriptor();
  const limited: Side = {
    name: 'limits count',
    url: new URL(graphqlUrl).origin,
    gatewayId: processes['edge'] ?? 0,
    rounds: [],
  };
  const unlimited: Side = {
    name: 'limits off',
    url: uncounted.url,
    gatewayId: uncounted.processId,
    rounds: [],
  };
  const key = { 'x-api-key': caller.apiKey };
  for (const { url } of [limited, unlimited]) await announce(`${url}/graphql`, key);
  const requests = graphql(ids, HASH_ALONE, key);
  const seconds = effort.amount(ROUND_SECONDS, 1);
  await alternate([limited, unlimited], requests, processes['identity'] ?? 0, effort, seconds);
  return summarize(limited, unlimited, seconds);
}

/** Each goes first equally often. */
async function alternate(
  sides: readonly Side[],
  requests: readonly Request[],
  identityId: number,
  { amount }: Effort,
  seconds: number,
): Promise<void> {
  for (const { url } of sides) await load(url, requests, amount(WARM_UP_SECONDS, 1));
  for (let index = 0; index < amount(ROUNDS, 1); index += 1) {
    const order = index % 2 === 0 ? sides : sides.toReversed();
    for (const side of order) side.rounds.push(await measure(side, requests, identityId, seconds));
  }
}

async function measure(
  { url, gatewayId }: Side,
  requests: readonly Request[],
  identityId: number,
  seconds: number,
): Promise<Measured> {
  const processes = new Map([
    ['edge', gatewayId],
    ['identity', identityId],
  ]);
  const before = await cpuMsOf(processes);
  const found = await load(url, requests, seconds);
  const after = await cpuMsOf(processes);
  const spentMs = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
  return {
    ...found,
    gatewayMsPerRequest: spentMs('edge') / found.requests,
    identityMsPerSecond: spentMs('identity') / seconds,
  };
}

function summarize(limited: Side, unlimited: Side, seconds: number): Report {
  const middle = (rounds: readonly Measured[], value: (round: Measured) => number) => median(rounds.map(value));
  const row = ({ name, rounds }: Side) => [
    name,
    middle(rounds, ({ requestsPerSecond }) => requestsPerSecond).toFixed(0),
    median(
      rounds.map(
        ({ requestsPerSecond }, index) =>
          requestsPerSecond / (unlimited.rounds[index]?.requestsPerSecond ?? Number.NaN),
      ),
    ).toFixed(3),
    middle(rounds, ({ p99Ms }) => p99Ms).toFixed(1),
    middle(rounds, ({ gatewayMsPerRequest }) => gatewayMsPerRequest).toFixed(3),
    middle(rounds, ({ identityMsPerSecond }) => identityMsPerSecond).toFixed(1),
  ];
  return {
    title: `A backtest read by the hash of its document at the gateway, 20 connections, medians of ${limited.rounds.length} alternating rounds of ${seconds} s`,
    columns: ['gateway', 'requests/s', 'ratio in a pair', 'p99 ms', 'gateway ms/request', 'identity ms/s'],
    rows: [row(limited), row(unlimited)],
    notes: [
      'The last two are processor time. Requests a second mean little on a machine that is busy with something else.',
      'Goal of the project: a limited read keeps 0.95 of the throughput.',
    ],
  };
}
