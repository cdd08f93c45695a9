import { FlowRunner, FlowTurns } from '@platform/flows';
import type { Random } from '@platform/kit/clock';
import { waiting } from '../waiting.js';
import { GasBudget, type GasLimits } from './gas/gas-budget.js';
import { Solvency } from './gas/solvency.js';
import type { RelayerParts } from './parts.js';
import { Rebroadcasts } from './rebroadcasts.js';
import { Relayer } from './relayer.js';

/** What pays for and sends the transfers of a network. */
export type Relay = ReturnType<typeof openRelay>;

/** Builds the relayer of a network with what limits and schedules it. */
export function openRelay(parts: RelayerParts, limits: GasLimits, random: Random) {
  const { connection, account, chain, feePerGasMaxWei, clock, logger } = parts;
  const relayer = new Relayer(parts);
  const solvency = new Solvency(chain, account.address, feePerGasMaxWei, clock, logger);
  const gas = new GasBudget(connection, chain.network, solvency, limits, clock);
  const { store } = relayer;
  const turns = new FlowTurns({ store, advance: (held) => relayer.advance(held), waiting, clock, random, logger });
  return {
    ...{ relayer, solvency, gas, rebroadcasts: new Rebroadcasts(parts), runner: new FlowRunner(turns) },
    /** Creates the indexes; await it before the first call. */
    initialize: async () => {
      await relayer.initialize();
      await gas.initialize();
    },
  };
}
