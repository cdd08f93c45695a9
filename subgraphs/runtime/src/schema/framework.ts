import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';

const FrameworkStatus = {
  ready: 'ready',
  provisioning: 'provisioning',
  on_demand: 'on_demand',
  failed: 'failed',
};
registerEnumType(FrameworkStatus, {
  name: 'FrameworkStatus',
  description: 'Whether a version of a framework can run strategies.',
  valuesConfig: {
    ready: { description: 'It can run strategies.' },
    provisioning: { description: 'It is being installed; backtests wait.' },
    on_demand: { description: 'It is installed when a backtest first requests it; such backtests wait.' },
    failed: { description: "It could not be installed; the runtime's log says why." },
  },
});

@ObjectType({ description: 'A version of a framework that runs strategies.' })
export class Framework {
  @Field(() => ID, {
    description: 'Unique id of this framework version, for client caches; no field takes it as an argument.',
  })
  id!: string;

  @Field(() => String, {
    description: 'Name that backtests use for it: freqtrade or nautilus. More values may be added.',
  })
  name!: string;

  @Field(() => String, { description: 'Language of its strategies: python.' })
  language!: string;

  @Field(() => String, { description: 'Its own version.' })
  version!: string;

  @Field(() => String, {
    description: 'Digest of its image, which a backtest request uses to select it: sha256: and 64 hex characters.',
  })
  imageDigest!: string;

  @Field(() => String, { description: 'What a strategy file must hold.' })
  strategyShape!: string;

  @Field(() => String, { description: "Address of the framework's own documentation." })
  docs!: string;

  @Field(() => FrameworkStatus, { description: 'Whether it can run strategies.' })
  status!: string;

  @Field(() => Boolean, { description: 'Whether backtests that name no digest use this version.' })
  isDefault!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'Current step of its installation, in a few words; null unless it is being installed.',
  })
  progress?: string | undefined;
}
