import { DateTime } from '@platform/rpc/subgraph';
import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { Deployment, DeploymentMode, ExpiryMode } from './deployment.js';
import { DeploymentPosition } from './deployment-metrics.js';

@InputType({ description: 'A deployment to create.' })
export class CreateDeploymentInput {
  @Field(() => String, { description: 'freqtrade or nautilus. More frameworks may be added.' })
  framework!: string;

  @Field(() => String, { nullable: true, description: 'A listed image digest; the current one if omitted.' })
  imageDigest?: string;

  @Field(() => String, { description: 'Id of the venue.' })
  venue!: string;

  @Field(() => String, { nullable: true, description: "A region of the venue; the venue's first one if omitted." })
  region?: string;

  @Field(() => DeploymentMode, { description: 'The money that it trades with.' })
  mode!: string;

  @Field(() => String, {
    description:
      "Name of 1 to 100 characters, without control characters, invisible characters or characters that change the text direction; unique among the account's deployments.",
  })
  name!: string;

  @Field(() => String, { description: 'The strategy: one file, at most 256 KiB.' })
  code!: string;

  @Field(() => String, {
    description:
      "The framework's own config: a JSON object as text, at most 64 KiB, 32 levels deep and without integers beyond 2^53. It names the markets.",
  })
  configJson!: string;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When its time is over; never if omitted, but a live one ends with the mandate of its key.',
  })
  aliveUntil?: Date;

  @Field(() => ExpiryMode, { nullable: true, description: 'What happens then; it stops if omitted.' })
  onExpiry?: string;

  @Field(() => String, {
    nullable: true,
    description:
      'Who holds the credentials of a live one: managed, the platform; self_custody is planned. managed if omitted; ignored for paper.',
  })
  credentialsType?: string;

  @Field(() => String, {
    nullable: true,
    description:
      '1 to 255 visible ASCII characters. For 24 hours, repeating a request with the same key returns the first response.',
  })
  idempotencyKey?: string;
}

@ObjectType({ description: 'A created deployment.' })
export class CreateDeploymentPayload {
  @Field(() => Deployment, { description: 'The record when it was created. A replay returns it unchanged.' })
  deployment!: Deployment;

  @Field(() => Boolean, { description: 'Whether this is the response to an earlier request with the same key.' })
  replayed!: boolean;
}

@InputType({ description: 'A deployment to start.' })
export class StartDeploymentInput {
  @Field(() => ID, { description: 'Its id.' })
  id!: string;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When its time is over from now on; never if null, and as it is if omitted.',
  })
  aliveUntil?: Date | null;

  @Field(() => ExpiryMode, { nullable: true, description: 'What happens then; as it is if omitted.' })
  onExpiry?: string;
}

@InputType({ description: 'A deployment to stop.' })
export class StopDeploymentInput {
  @Field(() => ID, { description: 'Its id.' })
  id!: string;
}

@InputType({ description: 'A deployment to change.' })
export class UpdateDeploymentInput {
  @Field(() => ID, { description: 'Its id.' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'Its new name; as it is if omitted.' })
  name?: string;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When its time is over from now on; never if null, and as it is if omitted.',
  })
  aliveUntil?: Date | null;

  @Field(() => ExpiryMode, { nullable: true, description: 'What happens then; as it is if omitted.' })
  onExpiry?: string;
}

@ObjectType({ description: 'A started deployment.' })
export class StartDeploymentPayload {
  @Field(() => Deployment, { description: 'The deployment as it is now.' })
  deployment!: Deployment;
}

@ObjectType({ description: 'A deployment that was asked to stop.' })
export class StopDeploymentPayload {
  @Field(() => Deployment, { description: 'The deployment as it is now.' })
  deployment!: Deployment;
}

@ObjectType({ description: 'A changed deployment.' })
export class UpdateDeploymentPayload {
  @Field(() => Deployment, { description: 'The deployment as it is now.' })
  deployment!: Deployment;
}

@InputType({ description: 'A deployment to delete.' })
export class DeleteDeploymentInput {
  @Field(() => ID, { description: 'Its id.' })
  id!: string;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether it is deleted although it holds positions, which nothing looks after then.',
  })
  acknowledgePositionsOpen?: boolean;
}

@ObjectType({ description: 'A deployment that is being deleted.' })
export class DeleteDeploymentPayload {
  @Field(() => Deployment, { description: 'The deployment as it is now.' })
  deployment!: Deployment;

  @Field(() => [DeploymentPosition], { description: 'The positions that nothing looks after any more.' })
  unmanagedPositions!: DeploymentPosition[];
}

const CredentialType = { managed: 'managed', self_custody: 'self_custody' };
registerEnumType(CredentialType, {
  name: 'CredentialType',
  description: 'Who holds the credentials of a deployment.',
  valuesConfig: {
    managed: { description: 'The platform.' },
    self_custody: { description: 'The caller. It is planned: refused with feature_not_available.' },
  },
});

const CredentialScope = { trade: 'trade', unrestricted: 'unrestricted', withdraw: 'withdraw' };
registerEnumType(CredentialScope, {
  name: 'CredentialScope',
  description: 'What credentials may do. Any but trade takes the three acknowledgements.',
  valuesConfig: {
    trade: { description: 'Trade, and nothing else.' },
    unrestricted: { description: 'Everything that the account may do.' },
    withdraw: { description: 'Trade and withdraw.' },
  },
});

@InputType({ description: 'What a deployment is to trade with.' })
export class AttachDeploymentCredentialsInput {
  @Field(() => ID, { description: 'Id of the deployment.' })
  id!: string;

  @Field(() => CredentialType, { nullable: true, description: 'Who holds them; managed if omitted.' })
  type?: string;

  @Field(() => CredentialScope, { nullable: true, description: 'What they may do; trade if omitted.' })
  scope?: string;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether a credential is allowed that is not limited to trading.',
  })
  allowUnscopedCredential?: boolean;

  @Field(() => Boolean, { nullable: true, description: 'Whether it is known that such a credential can withdraw.' })
  acknowledgeWithdrawalRisk?: boolean;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether it is known that such a credential is not recommended.',
  })
  acknowledgeNotRecommended?: boolean;
}

@ObjectType({
  description: 'A deployment whose credentials were attached; one on paper needs none and stays as it is.',
})
export class AttachDeploymentCredentialsPayload {
  @Field(() => Deployment, { description: 'The deployment as it is now.' })
  deployment!: Deployment;
}

const HaltMode = { block_entries: 'block_entries', stop: 'stop' };
registerEnumType(HaltMode, {
  name: 'HaltMode',
  description: 'What a halt does. What the deployments hold stays open.',
  valuesConfig: {
    block_entries: { description: 'They open nothing more, and go on looking after what they hold.' },
    stop: { description: 'They stop.' },
  },
});

const HaltOutcome = { stopped: 'stopped', entries_blocked: 'entries_blocked', already: 'already' };
registerEnumType(HaltOutcome, {
  name: 'HaltOutcome',
  description: 'What became of a deployment when its account was halted.',
  valuesConfig: {
    stopped: { description: 'It was asked to stop.' },
    entries_blocked: { description: 'It opens nothing more until it is started again.' },
    already: { description: 'It did not run, was about to stop, or its entries were blocked before.' },
  },
});

@InputType({ description: 'A halt of all deployments of an account.' })
export class HaltDeploymentsInput {
  @Field(() => HaltMode, { description: 'What it does.' })
  mode!: string;
}

@ObjectType({ description: 'A deployment after its account was halted.' })
export class HaltedDeployment {
  @Field(() => Deployment, { description: 'The deployment as it is now.' })
  deployment!: Deployment;

  @Field(() => HaltOutcome, { description: 'What became of it.' })
  outcome!: string;
}

@ObjectType({ description: 'What became of the deployments of an account that was halted.' })
export class HaltDeploymentsPayload {
  @Field(() => [HaltedDeployment], { description: 'Every deployment that is not deleted, newest first.' })
  deployments!: HaltedDeployment[];
}
