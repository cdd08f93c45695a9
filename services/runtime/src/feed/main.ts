import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { startPeriodic } from '@platform/flows';
import { TokenMinter } from '@platform/keys/tokens';
import { createIdSource, systemClock, systemRandom } from '@platform/kit/clock';
import { prepareProcess, runProcess } from '@platform/lifecycle';
import { contextService } from '@platform/protos/context';
import { createGrpcClient, readGrpcTls } from '@platform/rpc/grpc';
import { VenueConnection, WeightBudget } from '@platform/venues/live-data';
import { openVenue } from '@platform/venues/runtime';
import { ContextHistory } from './history.js';
import { MarketFeed } from './market-feed.js';
import { serveFeed } from './server.js';
import { settings } from './settings.js';
import { followShare } from './share.js';

/** The feed of a venue, in its own process: it outlives the runtime service, as the bots do. */

const SWEEP_INTERVAL_MS = 60_000;

const { environment, logger } = prepareProcess('feed', settings);

await runProcess(logger, async () => {
  const { VENUE: id, FEED_SOCKET: socket } = environment;
  const context = createGrpcClient(
    contextService.definition,
    environment.CONTEXT_GRPC_ADDRESS,
    readGrpcTls(environment),
  );
  const minter = await TokenMinter.open('feed', environment.WORKLOAD_KEY_FILE, systemClock);
  const ids = createIdSource(systemClock, systemRandom);
  const history = new ContextHistory(context, minter, id, () => ids.next('req'));
  const venue = openVenue(id, environment);
  const historyBudget = new WeightBudget(venue.limits.historyPerMinute, systemClock);
  const feed = new MarketFeed({ history, historyBudget, clock: systemClock });
  const connection = new VenueConnection({ venue, listener: feed, clock: systemClock, random: systemRandom, logger });
  feed.start(connection);
  const divide = (feeds: number) => {
    historyBudget.limitTo(venue.limits.historyPerMinute / feeds);
    connection.divide(feeds);
  };
  const { FEED_SHARE_FILE: file } = environment;
  const following = file === undefined ? [] : [await followShare(file, { divide, clock: systemClock, logger })];
  await mkdir(dirname(socket), { recursive: true });
  const server = await serveFeed(socket, { feed, history, logger });
  const sweep = { name: 'followed streams', intervalMs: SWEEP_INTERVAL_MS, run: async () => feed.sweep() };
  const sweeping = startPeriodic(sweep, systemClock, logger);
  logger.info({ socket }, 'listening');
  return [
    server,
    ...following,
    sweeping,
    { close: async () => feed.close() },
    connection,
    { close: async () => context.close() },
  ];
});
