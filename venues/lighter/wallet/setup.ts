// Why: docs/decisions/venues/lighter-setup.md
import { networks } from '@platform/kit/networks';
import { type Address, isAddressEqual } from 'viem';
import type { SetupFacts, SetupStep, StepProof, VenuePayment, VenueStep } from '../../trading-accounts/index.js';
import type { LighterAccounts } from '../client/index.js';
import type { Registration } from './registration.js';
import { ofVenue, unavailable } from './upstream.js';

const NETWORK = 'arbitrum';
/** The venue's bridge takes 15 to 20 minutes. */
const CREDIT_WITHIN_MS = 25 * 60_000;
/** The venue's clock and ours differ by less than this. */
const CLOCK_SKEW_MS = 10 * 60_000;
/** What it may keep of a deposit: Circle's fee for a fast transfer is a hundredth of a percent, and a fixed part for the claim. */
const CREDIT_FEE_MICRO_USDC_MAX = 1_000_000n;

/** Returns how the venue is paid: at an address of the wallet's own; `isOpen`: whether keys can be made and registered now. */
export function paymentOver(accounts: LighterAccounts, isOpen: () => boolean): VenuePayment {
  const { chainId } = networks[NETWORK];
  const request = async (wallet: Address) => {
    if (!isOpen()) throw unavailable('no wallet can be set up without the signer');
    return ofVenue(accounts.intentAddress(wallet, chainId));
  };
  return {
    networks: [NETWORK],
    get isOpen() {
      return isOpen();
    },
    // Asked again, the venue answers the same address for the same owner alone.
    to: { kind: 'by_wallet', request, belongsTo: async (paid, wallet) => isAddressEqual(await request(wallet), paid) },
    creditFeeMicroUsdcMax: CREDIT_FEE_MICRO_USDC_MAX,
    creditWithinMs: CREDIT_WITHIN_MS,
  };
}

/** Returns the steps of a setup after the payment. */
export function setupSteps(
  accounts: LighterAccounts,
  registration: Registration,
): Readonly<Record<VenueStep, SetupStep>> {
  return {
    // The bridge does it by itself, and the first credit creates the account.
    credit: { do: async () => {}, prove: (facts) => proveCredit(accounts, facts) },
    register: {
      do: (facts) => registration.advance(facts),
      prove: async ({ address }) => ((await registration.isDone(address)) ? {} : undefined),
    },
  };
}

/** A deposit proves a setup where it came to its address, behind its acceptance, with its amount less the venue's fee, and has ended. */
async function proveCredit(accounts: LighterAccounts, facts: SetupFacts): Promise<StepProof | undefined> {
  const { address, amountMicroUsdc, paymentAddress, network, acceptedAt, firstUnclaimed } = facts;
  const deposit = await ofVenue(accounts.latestDeposit(address));
  if (deposit === undefined || !deposit.isCompleted || deposit.id === '') return undefined;
  const { id, chainId, intentAddress, microUsdc, createdMs } = deposit;
  const isHere = chainId === networks[network].chainId && isAddressEqual(intentAddress, paymentAddress);
  const isExplained = microUsdc <= amountMicroUsdc && microUsdc >= amountMicroUsdc - CREDIT_FEE_MICRO_USDC_MAX;
  const isLater = createdMs >= acceptedAt.getTime() - CLOCK_SKEW_MS;
  if (!isHere || !isExplained || !isLater) return undefined;
  // The account is created by the credit: money that the venue shows nowhere is not credited.
  if ((await ofVenue(accounts.ofOwner(address, 'proof'))) === undefined) return undefined;
  const entry = await firstUnclaimed([id]);
  return entry === undefined ? undefined : { entry, creditedMicroUsdc: microUsdc };
}
