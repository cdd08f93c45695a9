import { CreatedArguments, connectionType, DateTime, Usd } from '@platform/rpc/subgraph';
import { ArgsType, Directive, Field, Float, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Market } from './backtest.js';
import { DeploymentMetrics } from './deployment-metrics.js';

const DeploymentStatus = {
  created: 'created',
  starting: 'starting',
  running: 'running',
  stopping: 'stopping',
  stopped: 'stopped',
  deleting: 'deleting',
  deleted: 'deleted',
  error: 'error',
};
registerEnumType(DeploymentStatus, {
  name: 'DeploymentStatus',
  description: 'The status of a deployment.',
  valuesConfig: {
    created: { description: 'It was checked and has not been started.' },
    starting: { description: 'Its process is being started.' },
    running: { description: 'It looks at its markets.' },
    stopping: { description: 'It was asked to stop.' },
    stopped: { description: 'It does not run; what it holds stays open.' },
    deleting: { description: 'Its process and all that it kept are being removed.' },
    deleted: { description: 'Nothing of it is left but this record, for 30 days.' },
    error: { description: 'It can not go on; error says why. It may be started again.' },
  },
});

/** The money that a deployment trades with. */
export const DeploymentMode = { paper: 'paper', live: 'live' };
registerEnumType(DeploymentMode, {
  name: 'DeploymentMode',
  description: 'The money that a deployment trades with.',
  valuesConfig: {
    paper: { description: 'Simulated money.' },
    live: { description: 'The money of its account.' },
  },
});

/** What happens when its time is over. */
export const ExpiryMode = { stop: 'stop', block_entries: 'block_entries' };
registerEnumType(ExpiryMode, {
  name: 'ExpiryMode',
  description: 'What happens when the time of a deployment is over.',
  valuesConfig: {
    stop: { description: 'It stops; what it holds stays open.' },
    block_entries: { description: 'It opens no further position, and stops once it holds nothing.' },
  },
});

@ObjectType({ description: 'The framework that a deployment runs on, pinned.' })
export class DeploymentFramework {
  @Field(() => ID, {
    description: 'Unique id of this framework version, for client caches; no field takes it as an argument.',
  })
  id!: string;

  @Field(() => String, { description: 'freqtrade or nautilus. More frameworks may be added.' })
  name!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Digest of the image that it runs on: sha256: and 64 hex characters; null for a legacy record.',
  })
  imageDigest?: string | undefined;
}

@ObjectType({ description: 'What a deployment trades with.' })
export class DeploymentCredentials {
  @Field(() => Boolean, { description: 'Whether it can trade with the money of its account.' })
  attached!: boolean;

  @Field(() => String, { description: 'managed: the platform holds them.' })
  type!: string;

  @Field(() => String, { description: 'attached, missing or not_required (paper).' })
  status!: string;
}

@ObjectType({ description: 'The account of a deployment at its venue, at most about 15 seconds old.' })
export class DeploymentVenueAccount {
  @Field(() => Boolean, { nullable: true, description: 'Whether it has the money that a start needs; null for paper.' })
  funded?: boolean | undefined;

  @Field(() => Float, { nullable: true, description: 'Equity, in USD; null while it is not known.' })
  balanceUsd?: number | undefined;

  @Field(() => Float, {
    nullable: true,
    description: 'Smallest amount of a venue setup, in USD; null if there is none.',
  })
  minDepositUsd?: number | undefined;
}

@ObjectType({ description: "The setup of a live deployment's venue with its capital." })
export class DeploymentVenueSetup {
  @Field(() => ID, { description: 'Its id.' })
  id!: string;

  @Field(() => String, { description: 'Venue id.' })
  venue!: string;

  @Field(() => Float, { description: 'The capital, in USD.' })
  amountUsd!: number;

  @Field(() => String, { description: 'processing, completed, failed or reconciliation_required.' })
  status!: string;

  @Field(() => String, { description: 'reserve, transfer, credit, register or done.' })
  step!: string;
}

@ObjectType({
  description: "Something on which the venue of a live deployment, its proxy's journal and its bot do not agree.",
})
export class DeploymentDifference {
  @Field(() => String, {
    description: 'What differs, for example bot_position, order_vanished or liquidation.',
  })
  kind!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The market as the framework names it; null for none in particular.',
  })
  symbol?: string | undefined;

  @Field(() => String, { description: 'What differs, in a sentence.' })
  text!: string;

  @Field(() => DateTime, { description: 'Since when.' })
  since!: Date;
}

@ObjectType({
  description:
    'What a live deployment keeps of the mandate of the key that made it; its venue and markets are within that too.',
})
export class DeploymentMandate {
  @Field(() => Usd, { nullable: true, description: 'The most that one order may be worth; null without a limit.' })
  maxOrderUsd?: string | undefined;

  @Field(() => Int, { nullable: true, description: 'The highest leverage that its bot may set; null without a limit.' })
  maxLeverage?: number | undefined;

  @Field(() => DateTime, { nullable: true, description: 'When it ends at the latest; null without a limit.' })
  expiresAt?: Date | undefined;
}

@ObjectType({ description: 'Whether a deployment lives.' })
export class DeploymentHealth {
  @Field(() => DateTime, {
    nullable: true,
    description: 'When it last looked at its markets; null before the first time.',
  })
  lastHeartbeat?: Date | undefined;

  @Field(() => Int, {
    description:
      'How often its process ended by itself and was started again; for a legacy record, in the pods that it has now.',
  })
  restarts!: number;

  @Field(() => Int, {
    nullable: true,
    description:
      'Errors of its strategy that its framework went on from, since it was last started; null for a legacy record.',
  })
  strategyErrors?: number | undefined;

  @Field(() => String, { nullable: true, description: 'The latest of them; null if there was none.' })
  lastStrategyError?: string | undefined;

  @Field(() => DateTime, {
    nullable: true,
    description: "Since when the venue's feed gives it no answer; null while it does.",
  })
  feedSilentSince?: Date | undefined;

  @Field(() => [DeploymentDifference], {
    description:
      'Where its venue, the journal of its orders and its bot do not agree; empty for paper, for a legacy record, and while it does not run. ' +
      'It opens no further position while a position differs.',
  })
  differences!: DeploymentDifference[];
}

@ObjectType({ description: 'Why a deployment can not go on.' })
export class DeploymentError {
  @Field(() => String, { description: 'Stable code.' })
  code!: string;

  @Field(() => String, { description: 'What went wrong.' })
  message!: string;

  @Field(() => DateTime, { description: 'When.' })
  at!: Date;
}

@ObjectType({ description: 'What a deployment runs, as it was created.' })
export class DeploymentStrategy {
  @Field(() => String, { description: 'The strategy file.' })
  code!: string;

  @Field(() => String, { description: "The framework's own config: a JSON object as text." })
  configJson!: string;
}

@Directive('@key(fields: "id")')
@ObjectType({
  description:
    'A strategy that keeps running. A legacy record, of the older platform, has what was imported and is observed.',
})
export class Deployment {
  @Field(() => ID, { description: 'Its id.' })
  id!: string;

  @Field(() => String, { description: "Its name, unique among its account's deployments that are not deleted." })
  name!: string;

  @Field(() => DeploymentStatus, { description: 'Its status.' })
  status!: string;

  @Field(() => DeploymentMode, { description: 'The money that it trades with.' })
  mode!: string;

  @Field(() => DeploymentFramework, { description: 'The framework that it runs on.' })
  framework!: DeploymentFramework;

  @Field(() => String, { description: 'Id of the venue.' })
  venue!: string;

  @Field(() => String, { nullable: true, description: 'Region of the venue; null for a legacy record.' })
  region?: string | undefined;

  @Field(() => [String], { description: "The framework's aliases of its markets." })
  symbols!: string[];

  @Field(() => [Market], {
    nullable: 'items',
    description:
      'Its markets, in the order of symbols; none for a legacy record. One that cannot be read is null, with an error.',
  })
  markets!: Market[];

  @Field(() => String, {
    nullable: true,
    description:
      'SHA-256 of its strategy file, in lower-case hex; null for a legacy record that was imported without it.',
  })
  codeSha256?: string | undefined;

  @Field(() => DateTime, { nullable: true, description: 'When its time is over; null if it has no end, and after it.' })
  aliveUntil?: Date | undefined;

  @Field(() => ExpiryMode, { nullable: true, description: 'What happens then; null for a legacy record.' })
  onExpiry?: string | undefined;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether it opens no further position; null for a legacy record.',
  })
  entriesBlocked?: boolean | undefined;

  @Field(() => DeploymentCredentials, {
    nullable: true,
    description: 'What it trades with; null for a legacy record.',
  })
  credentials?: DeploymentCredentials | undefined;

  @Field(() => DeploymentVenueAccount, {
    nullable: true,
    description: 'Its account at the venue; null for a legacy record.',
  })
  venueAccount?: DeploymentVenueAccount | undefined;

  @Field(() => DeploymentVenueSetup, {
    nullable: true,
    description: 'The setup of its venue with its capital; null for paper, and until it has begun.',
  })
  venueSetup?: DeploymentVenueSetup | undefined;

  @Field(() => DeploymentMandate, {
    nullable: true,
    description:
      'The limits of the key that made a live one, which it keeps; null for paper, and where the key had none.',
  })
  mandate?: DeploymentMandate | undefined;

  @Field(() => DeploymentHealth, { description: 'Whether it lives.' })
  health!: DeploymentHealth;

  @Field(() => DeploymentError, {
    nullable: true,
    description: 'Why it can not go on; null unless its status is error.',
  })
  error?: DeploymentError | undefined;

  @Field(() => DeploymentMetrics, { description: 'What it has. Of a legacy record it is unsupported_runtime_record.' })
  metrics?: DeploymentMetrics | undefined;

  @Field(() => DateTime, { description: 'When it was created.' })
  createdAt!: Date;

  @Field(() => DateTime, { nullable: true, description: 'When it was last started; null if it never was.' })
  startedAt?: Date | undefined;

  @Field(() => DateTime, { nullable: true, description: 'When it was deleted; null unless it was.' })
  deletedAt?: Date | undefined;
}

/** A page of deployments. */
export const DeploymentConnection = connectionType(Deployment, 'Deployment');

/** Arguments of the list of deployments. */
@ArgsType()
export class DeploymentsArguments extends CreatedArguments {
  @Field(() => DeploymentStatus, {
    nullable: true,
    description: 'Only those with this status; all but deleted if omitted.',
  })
  status?: string;

  @Field(() => [DeploymentStatus], {
    nullable: true,
    description: 'Only those with one of these statuses. Not together with status.',
  })
  statuses?: string[];

  @Field(() => String, { nullable: true, description: 'Only deployments on this venue.' })
  venue?: string;

  @Field(() => String, { nullable: true, description: 'Only deployments on this framework.' })
  framework?: string;

  @Field(() => DeploymentMode, { nullable: true, description: 'Only deployments of this mode.' })
  mode?: string;
}

/** Arguments of a deployment's log. */
@ArgsType()
export class LogArguments {
  @Field(() => DateTime, { nullable: true, description: 'First time, inclusive; the newest lines if omitted.' })
  since?: Date;

  @Field(() => Int, { defaultValue: 200, description: 'Lines at most, 1 to 5000.' })
  limit!: number;
}
