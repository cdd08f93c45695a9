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
    submitting: { description: 'It was sent, or is about to be; the venue may have it.' },
    reconciling: { description: 'Its outcome is being looked up.' },
    succeeded: { description: 'The venue accepted it.' },
    rejected: { description: 'The venue refused it.' },
    failed: { description: 'It provably did not happen; it is safe to send again under a new key.' },
    reconciliation_required: { description: 'The outcome is not known; an operator must settle it.' },
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

  @Field(() => DateTime, { description: 'When the record was made, before anything was sent.' })
  createdAt!: Date;

  @Field(() => DateTime, { nullable: true, description: 'When the outcome became known; null until then.' })
  finishedAt?: Date;

  @Field(() => String, {
    nullable: true,
    description:
      'Sanitized venue response as JSON text, for example with status and response; null until there is one. ' +
      'When the venue refused, its answer is under exchange_error. Integers beyond 2^53 appear as strings.',
  })
  resultJson?: string;
}

/** A page of executions. */
export const ExecutionConnection = connectionType(Execution, 'Execution');

/** Arguments of the list of executions. */
@ArgsType()
export class ExecutionsArguments extends CreatedArguments {
  @Field(() => ExecutionStatus, { nullable: true, description: 'Only executions with this status.' })
  status?: string;

  @Field(() => String, { nullable: true, description: 'Only executions at this venue.' })
  venue?: string;
}

@InputType({ description: 'A native action to submit.' })
export class SubmitExecutionInput {
  @Field(() => String, { description: 'Id of the venue. A planned venue answers `feature_not_available`.' })
  venue!: string;

  @Field(() => String, {
    description:
      "The action in the venue's own field names: a JSON object as text, at most 64 KiB, 32 levels deep and without " +
      "integers beyond 2^53. Only trading actions; credentials, nonces and signatures are the server's.",
  })
  actionJson!: string;

  @Field(() => String, {
    nullable: true,
    description: "EVM address of one of the caller's managed wallets; the default one when left out.",
  })
  accountAddress?: string;

  @Field(() => String, {
    description:
      '1 to 255 visible ASCII characters. Repeating a request under the same key always returns the same execution.',
  })
  idempotencyKey!: string;
}

@ObjectType({ description: 'A submitted execution.' })
export class SubmitExecutionPayload {
  @Field(() => Execution, { description: 'The record in its present state.' })
  execution!: Execution;

  @Field(() => Boolean, { description: 'Whether an earlier request under the same key made it.' })
  replayed!: boolean;
}
