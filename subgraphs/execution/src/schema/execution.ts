import { CreatedArguments, connectionType, DateTime } from '@platform/rpc/subgraph';
import { ArgsType, Directive, Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';

const ExecutionStatus = {
  submitting: 'submitting',
  reconciling: 'reconciling',
  succeeded: 'succeeded',
  rejected: 'rejected',
  failed: 'failed',
  reconciliation_required: 'reconciliation_required',
};
registerEnumType(ExecutionStatus, {
  name: 'ExecutionStatus',
  description: 'The status of an execution.',
  valuesConfig: {
    submitting: { description: 'It is being sent; the venue may have received it.' },
    reconciling: { description: 'Its outcome is being looked up.' },
    succeeded: { description: 'The venue accepted it.' },
    rejected: { description: 'The venue refused it.' },
    failed: { description: 'It certainly did not happen; it is safe to send again under a new key.' },
    reconciliation_required: { description: 'The outcome is unknown; an operator must resolve it.' },
  },
});

const ExecutionSettlement = {
  matched: 'matched',
  mined: 'mined',
  confirmed: 'confirmed',
  retrying: 'retrying',
  failed: 'failed',
};
registerEnumType(ExecutionSettlement, {
  name: 'ExecutionSettlement',
  description: "How far trades are settled on a venue's chain.",
  valuesConfig: {
    matched: { description: 'The venue has matched them.' },
    mined: { description: 'They are in a block.' },
    confirmed: { description: 'They are final.' },
    retrying: { description: 'The chain refused one of them, and the venue tries again.' },
    failed: { description: 'One of them failed for good: neither money nor shares moved by it.' },
  },
});

@Directive('@key(fields: "id")')
@ObjectType({ description: 'One native action at a venue.' })
export class Execution {
  @Field(() => ID, { description: 'Its id.' })
  id!: string;

  @Field(() => ExecutionStatus, { description: 'Its status.' })
  status!: string;

  @Field(() => String, { description: 'Id of the venue.' })
  venue!: string;

  @Field(() => String, { description: "The venue's own name of the action, for example order." })
  actionType!: string;

  @Field(() => String, { description: 'Checksummed EVM address of the managed wallet that acts.' })
  accountAddress!: string;

  @Field(() => DateTime, { description: 'When the record was created, before anything was sent.' })
  createdAt!: Date;

  @Field(() => DateTime, { nullable: true, description: 'When the outcome became known; null until then.' })
  finishedAt?: Date;

  @Field(() => String, {
    nullable: true,
    description:
      'Sanitized venue response as JSON text, for example with status and response; null until there is one. ' +
      'If the venue refused, its response is under exchange_error. Integers beyond 2^53 appear as strings.',
  })
  resultJson?: string;

  @Field(() => ExecutionSettlement, {
    nullable: true,
    description:
      'How far what it traded is settled, as the venue last showed it: that of its least final trade. Null where it has ' +
      'traded nothing, and at venues whose trades are final at once.',
  })
  settlement?: string;
}

/** A page of executions. */
export const ExecutionConnection = connectionType(Execution, 'Execution');

/** Arguments of the list of a trading account's executions. */
@ArgsType()
export class AccountExecutionsArguments extends CreatedArguments {
  @Field(() => ExecutionStatus, { nullable: true, description: 'Only executions with this status.' })
  status?: string;
}

/** Arguments of the list of executions. */
@ArgsType()
export class ExecutionsArguments extends AccountExecutionsArguments {
  @Field(() => String, { nullable: true, description: 'Only executions at this venue.' })
  venue?: string;
}

@InputType({ description: 'A native action to submit.' })
export class SubmitExecutionInput {
  @Field(() => String, { description: 'Id of the venue. A planned venue is refused with `feature_not_available`.' })
  venue!: string;

  @Field(() => String, {
    description:
      "The action in the venue's own field names: a JSON object as text, at most 64 KiB, 32 levels deep and without " +
      'integers beyond 2^53. Trading actions only; the server supplies credentials, nonces and signatures.',
  })
  actionJson!: string;

  @Field(() => String, {
    nullable: true,
    description: "EVM address of one of the caller's managed wallets; the default wallet if omitted.",
  })
  accountAddress?: string;

  @Field(() => String, {
    description:
      '1 to 255 visible ASCII characters. Repeating a request with the same key always returns the same execution.',
  })
  idempotencyKey!: string;
}

@ObjectType({ description: 'A submitted execution.' })
export class SubmitExecutionPayload {
  @Field(() => Execution, { description: 'The record in its current state.' })
  execution!: Execution;

  @Field(() => Boolean, { description: 'Whether an earlier request with the same key created it.' })
  replayed!: boolean;
}
