import type { Clock } from '@platform/kit/clock';
import type { WalletServiceDefinition } from '@platform/protos/wallet';
import { type Handlers, requireUser } from '@platform/rpc/grpc';
import { type SetupRecord, setupErrors } from './model.js';
import { parseSetup } from './request.js';
import type { Setups } from './setups.js';

/** How long a response waits for the end of a setup. */
const BUDGET_MS = 3_000;
const LOOK_INTERVAL_MS = 250;

/** The domain behind the handlers of setups. */
export interface SetupsDomain {
  readonly setups: Setups;
  readonly clock: Clock;
}

/** Returns the handlers of `trading.wallet.v1` for setups. */
export function setupHandlers({ setups, clock }: SetupsDomain): Pick<Handlers<WalletServiceDefinition>, 'SetUpVenue'> {
  return {
    SetUpVenue: async (request, { caller }) => {
      const wanted = parseSetup(requireUser(caller).accountId, request);
      const { setup, replayed } = await setups.accept(wanted);
      const latest = replayed ? setup : await awaitEnd(setup);
      return { operation: toOperationMessage(latest), replayed };
    },
  };

  async function awaitEnd(setup: SetupRecord): Promise<SetupRecord> {
    let current = setup;
    for (let waitedMs = 0; waitedMs < BUDGET_MS && current.status === 'processing'; waitedMs += LOOK_INTERVAL_MS) {
      await clock.sleep(LOOK_INTERVAL_MS);
      current = await setups.get(setup._id);
    }
    return current;
  }
}

/** Returns a setup as its owner sees it. */
export function toOperationMessage({ _id: id, status, step, updatedAt, error }: SetupRecord) {
  return {
    id,
    status,
    step,
    updatedAtMs: updatedAt.getTime(),
    ...(error !== undefined && { error: { code: error, message: setupErrors[error] } }),
  };
}
