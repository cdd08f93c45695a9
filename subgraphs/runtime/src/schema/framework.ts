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
    on_demand: { description: 'It is installed when a backtest first names it; such backtests wait.' },
    failed: { description: "It could not be installed; the runtime's log says why." },
  },
});

@ObjectType({ description: 'A version of a framework that runs strategies.' })
export class Framework {
  @Field(() => ID, {
    description: 'Names the framework in this version, for caches; it is no argument of any field.',
  })
  id!: string;

  @Field(() => String, { description: 'What backtests name it by: freqtrade or nautilus. Open: more may come.' })
  name!: string;

  @Field(() => String, { description: 'Language of its strategies: python.' })
  language!: string;

  @Field(() => String, { description: 'Its own version.' })
  version!: string;

  @Field(() => String, {
    description: 'Digest of its image, by which a backtest names it: sha256: and 64 hex characters.',
  })
  imageDigest!: string;

  @Field(() => String, { description: 'What a strategy file must hold.' })
  strategyShape!: string;

  @Field(() => String, { description: "Address of the framework's own documentation." })
  docs!: string;

  @Field(() => FrameworkStatus, { description: 'Whether it can run strategies.' })
  status!: string;

  @Field(() => Boolean, { description: 'Whether it is the version that backtests use where they name no digest.' })
  isDefault!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'What its installation is doing, in a few words; null unless it is being installed.',
  })
  progress?: string | undefined;
}
