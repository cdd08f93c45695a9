import { systemClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import { openLighter as openExecuting } from '@platform/venues/lighter/execution';
import { type RunningLighter, startLighter } from '@platform/venues/lighter/sandbox';
import { officialLibrary, PROGRAM } from '@platform/venues/lighter/signer/testing';
import { openLighter } from '@platform/venues/lighter/wallet';
import { TestNonces, testSecrets } from '@platform/venues/lighter/wallet/testing';
import type { ActionSigner, OpenVenue } from '@platform/venues/native-actions';
import type { SetupFacts, WalletVenue } from '@platform/venues/trading-accounts';
import { zeroAddress } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';

/** The sandbox's Lighter, and what services reach it by, without a platform. */

/** So many requests that none is held back. */
const PER_MINUTE = 10_000_000;

type VenueOptions = Parameters<typeof startLighter>[0];

/** Starts the venue with some accounts, on a free port. */
export function startVenue(
  options: Required<Pick<VenueOptions, 'accounts'>> & Partial<VenueOptions>,
): Promise<RunningLighter> {
  return startLighter({
    ...{ host: '127.0.0.1', port: 0, seed: 1, clock: systemClock },
    allowances: new Map([['127.0.0.1', PER_MINUTE]]),
    weightPerMinute: PER_MINUTE,
    logger: createLogger({ process: 'test', level: 'silent' }),
    ...options,
  });
}

/** Returns what the wallet service reaches the venue by. */
export async function walletSettings(url: string) {
  return {
    ...{ LIGHTER_API_URL: url, LIGHTER_SIGNER_PROGRAM: PROGRAM, LIGHTER_SIGNER_LIBRARY: await officialLibrary() },
    ...{ LIGHTER_WALLET_REQUESTS_PER_MINUTE: PER_MINUTE, LIGHTER_WALLET_TRANSACTIONS_PER_MINUTE: PER_MINUTE },
  };
}

/** Opens the venue as the wallet service does; what it keeps is in memory. */
export async function openWallet(
  url: string,
  parts: Partial<Parameters<typeof openLighter>[1]> = {},
): Promise<WalletVenue> {
  const own = { nonces: new TestNonces(), secrets: testSecrets(), clock: systemClock };
  return openLighter(await walletSettings(url), { ...own, ...parts });
}

/** Opens the venue as the execution service does. */
export function openExecution(
  addresses: { readonly LIGHTER_API_URL: string; readonly LIGHTER_WS_URL?: string },
  signer: ActionSigner,
): OpenVenue {
  const settings = { LIGHTER_TRADING_REQUESTS_PER_MINUTE: PER_MINUTE, LIGHTER_TRANSACTIONS_PER_MINUTE: PER_MINUTE };
  const opened = openExecuting({ ...addresses, ...settings }, signer, { clock: systemClock });
  if (opened === undefined) throw new Error('the venue is not configured');
  return opened;
}

/** Returns the wallet of an owner, as the execution service reaches it. */
export function signerOf(owner: PrivateKeyAccount, wallet: () => WalletVenue): ActionSigner {
  return {
    sign: async (_venue, { actionJson, expiresAfterMs, executionId }) => {
      const { action } = wallet().signing;
      const asked = { actionJson, expiresAfterMs, cause: `execution ${executionId}` };
      return action.sign(owner, await action.parse(asked, owner.address));
    },
    readHeaders: async (_venue, { path }) => (await wallet().signing.readHeaders?.(owner.address, path)) ?? {},
    giveBack: async (_venue, _action, identity) => wallet().signing.giveBack?.(owner.address, identity),
    lookUp: () => Promise.reject(new Error('no chain is asked')),
  };
}

/** Returns what the venue is told of an owner's setup; without more, of one that pays nothing. */
export function factsOf(owner: PrivateKeyAccount, more: Partial<SetupFacts> = {}): SetupFacts {
  return {
    ...{ address: owner.address, amountMicroUsdc: 0n, paymentAddress: zeroAddress, network: 'arbitrum' },
    acceptedAt: systemClock.now(),
    firstUnclaimed: async ([entry]) => entry,
    sign: async (family, request) => family.sign(owner, await family.parse(request, owner.address)),
    ...more,
  };
}
