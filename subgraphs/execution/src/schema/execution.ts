import { connectionType, DateTime } from '@platform/subgraph';
import { Directive, Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';

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
  description: 'How far an execution has come.',
  valuesConfig: {
    submitting: { description: 'The venue may have it.' },
    reconciling: { description: 'Its outcome is being looked up.' },
    succeeded: { description: 'The venue accepted it.' },
    rejected: { description: 'The venue refused it.' },
    failed: { description: 'Proven not to have happened; safe to send anew under a new key.' },
    reconciliation_required: { description: 'The outcome is not known; an operator must settle it.' },
  },
});

@Directive('@key(fields: "id")')
@ObjectType({ description: 'One native action at a venue.' })
export class Execution {
  @Field(() => ID, { description: 'Its identifier.' })
  id!: string;

  @Field(() => ExecutionStatus, { description: 'How far it has come.' })
  status!: string;

  @Field(() => String, { description: 'Id of the venue.' })
  venue!: string;

  @Field(() => String, { description: "The venue's own name of the action, for example order." })
  actionType!: string;

  @Field(() => String, { description: 'Checksummed EVM address of the managed wallet that acts.' })
  accountAddress!: string;

  @Field(() => DateTime, { description: 'When the record was claimed.' })
  createdAt!: Date;

  @Field(() => DateTime, { nullable: true, description: 'When the outcome was known; null until then.' })
  finishedAt?: Date;

  @Field(() => String, {
    nullable: true,
    description:
      'Sanitized venue response as JSON text, for example with status and response; null until there is one. ' +
      'Below exchange_error where the venue refused. Integers beyond 2^53 are strings in it.',
  })
  resultJson?: string;
}

/** A page of executions. */
export const ExecutionConnection = connectionType(Execution, 'Execution');

@InputType({ description: 'A native action to submit.' })
export class SubmitExecutionInput {
  @Field(() => String, { description: 'Id of the venue; a planned one is `feature_not_available`.' })
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
    description: '1 to 255 visible ASCII characters: the same request under it gets the same execution, for ever.',
  })
  idempotencyKey!: string;
}

@ObjectType({ description: 'A submitted execution.' })
export class SubmitExecutionPayload {
  @Field(() => Execution, { description: 'The record as it now is.' })
  execution!: Execution;

  @Field(() => Boolean, { description: 'Whether an earlier request under the same key made it.' })
  replayed!: boolean;
}
