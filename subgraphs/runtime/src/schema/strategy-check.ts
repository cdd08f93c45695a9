import { ArgsType, Field, ObjectType } from 'type-graphql';
import { StrategyFinding } from './outcome.js';

/** Arguments of the check of a strategy: what its backtest would be asked with, as far as it is known. */
@ArgsType()
export class StrategyCheckArguments {
  @Field(() => String, { description: 'freqtrade or nautilus. More frameworks may be added.' })
  framework!: string;

  @Field(() => String, { description: 'Id of the venue.' })
  venue!: string;

  @Field(() => String, { description: 'The strategy: one file, at most 256 KiB.' })
  code!: string;

  @Field(() => String, {
    nullable: true,
    description: "The framework's own config: a JSON object as text, at most 64 KiB; an empty one if omitted.",
  })
  configJson?: string;

  @Field(() => [String], {
    nullable: true,
    description:
      "The framework's aliases of the markets: at most 50, without duplicates; may be omitted as long as none are chosen.",
  })
  symbols?: string[];

  @Field(() => String, {
    nullable: true,
    description: 'The strategy class to run. May be omitted if the file holds only one.',
  })
  strategyClass?: string;

  @Field(() => String, { nullable: true, description: 'A listed image digest; the current one if omitted.' })
  imageDigest?: string;
}

@ObjectType({
  description: 'What a backtest of a strategy would be refused for, as far as its file and its config decide.',
})
export class StrategyCheck {
  @Field(() => String, {
    nullable: true,
    description: 'The code of the refusal: strategy_invalid or config_invalid; null if nothing was found.',
  })
  code?: string | undefined;

  @Field(() => [StrategyFinding], {
    description:
      'What was found, as the refusal lists it. With config_invalid each finding names a key of the config, and has no line. Empty without a code.',
  })
  findings!: StrategyFinding[];
}
