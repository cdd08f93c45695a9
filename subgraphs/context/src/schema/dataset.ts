import { DateTime } from '@platform/rpc/subgraph';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { RowSource } from './row-source.js';

@ObjectType({ description: 'One stored table of a market.' })
export class DatasetTable {
  @Field(() => String, { description: 'Its name, for example candles_1h or funding_1h. More values may be added.' })
  name!: string;

  @Field(() => DateTime, { description: "First row's time." })
  from!: Date;

  @Field(() => DateTime, { description: "Last row's time." })
  to!: Date;

  @Field(() => Int, { description: 'How many rows it holds.' })
  rows!: number;

  @Field(() => [RowSource], {
    description: 'Where its rows come from, each source once. A table may mix sources.',
  })
  source!: string[];
}

@ObjectType({ description: "Rows that a table should have but doesn't." })
export class DatasetGap {
  @Field(() => String, { description: "The table's name." })
  table!: string;

  @Field(() => DateTime, { description: 'First missing time.' })
  from!: Date;

  @Field(() => DateTime, { description: 'First present time after it.' })
  to!: Date;
}

@ObjectType({ description: 'The stored history of a market.' })
export class Dataset {
  @Field(() => ID, { description: 'Unique id of the dataset, for client caches; no field takes it as an argument.' })
  id!: string;

  @Field(() => String, { description: 'The venue.' })
  venue!: string;

  @Field(() => String, { description: "The market's canonical symbol." })
  symbol!: string;

  @Field(() => [DatasetTable], { description: 'The tables that hold rows, by name.' })
  tables!: DatasetTable[];

  @Field(() => String, {
    nullable: true,
    description: 'Name of the immutable release; null for history that is extended in place.',
  })
  release?: string | undefined;

  @Field(() => [DatasetGap], {
    nullable: true,
    description: 'Missing rows. Null means that the data was not checked for gaps, not that none are missing.',
  })
  gaps?: DatasetGap[] | undefined;
}
