import { connectionType, DateTime, Usd } from '@platform/rpc/subgraph';
import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { Network } from './wallet.js';

const LedgerLineKind = {
  deposit: 'deposit',
  withdrawal: 'withdrawal',
  venue_payment: 'venue_payment',
  venue_credit: 'venue_credit',
  venue_withdrawal: 'venue_withdrawal',
  payout: 'payout',
  written_off: 'written_off',
  correction: 'correction',
  transfer: 'transfer',
};
registerEnumType(LedgerLineKind, {
  name: 'LedgerLineKind',
  description: 'What a line of a statement says. More kinds may be added.',
  valuesConfig: {
    deposit: { description: 'A wallet received money from outside the platform.' },
    withdrawal: { description: 'Money left for an address outside the platform.' },
    venue_payment: { description: 'A setup sent money from a wallet to a venue.' },
    venue_credit: { description: 'The venue credited what a setup sent.' },
    venue_withdrawal: { description: 'A venue paid money out.' },
    payout: { description: 'A wallet received what a venue paid out.' },
    written_off: { description: 'An operator gave up what a venue took and shows no credit for.' },
    correction: { description: 'An operator corrected the books to what the chain shows.' },
    transfer: { description: 'Money moved in another way.' },
  },
});

@ObjectType({
  description: 'A line of a statement: one movement of the money of an account, booked once it was final.',
})
export class LedgerLine {
  @Field(() => ID, { description: 'Its id.' })
  id!: string;

  @Field(() => LedgerLineKind, { description: 'What it says.' })
  kind!: string;

  @Field(() => String, { description: 'What happened, in a few words of English.' })
  description!: string;

  @Field(() => ID, { description: 'Id of the deposit, withdrawal or setup that it belongs to.' })
  operationId!: string;

  @Field(() => Usd, { description: 'What moved, without its fee.' })
  amountUsd!: string;

  @Field(() => Usd, { description: 'What it cost; negative where a venue credited more than was sent.' })
  feeUsd!: string;

  @Field(() => Usd, {
    description: 'Change of what the wallets hold, negative for less. All lines add up to what they hold.',
  })
  heldChangeUsd!: string;

  @Field(() => Usd, { description: 'Change of what was paid to the venue and not paid back, negative for less.' })
  venueChangeUsd!: string;

  @Field(() => Network, { nullable: true, description: 'The network; null if it concerns none.' })
  network?: string | undefined;

  @Field(() => String, { nullable: true, description: 'Id of the venue; null if it concerns none.' })
  venue?: string | undefined;

  @Field(() => String, {
    nullable: true,
    description: 'Checksummed EVM address of the wallet whose money moved; null if it is not stored any more.',
  })
  walletAddress?: string | undefined;

  @Field(() => String, {
    nullable: true,
    description: 'The transaction on the network that moved it; null where there is none or it is not known.',
  })
  txHash?: string | undefined;

  @Field(() => DateTime, { description: 'When it was booked.' })
  bookedAt!: Date;
}

/** A page of a statement. */
export const LedgerLineConnection = connectionType(LedgerLine, 'LedgerLine');
