import { DateTime } from '@platform/rpc/subgraph';
import { Field, ObjectType, registerEnumType } from 'type-graphql';

/** Where rows of a table come from. */
export const RowSource = {
  venue: 'venue',
  recorded: 'recorded',
  simulated: 'simulated',
  imported: 'imported',
  unknown: 'unknown',
};
registerEnumType(RowSource, {
  name: 'RowSource',
  description: 'Where rows of a table come from.',
  valuesConfig: {
    venue: { description: 'The venue itself.' },
    recorded: { description: 'A sandbox venue that replays recorded data of a real venue.' },
    simulated: { description: 'A sandbox venue that made them up.' },
    imported: { description: 'A file that was imported.' },
    unknown: { description: 'Stored before sources were kept.' },
  },
});

@ObjectType({ description: 'Rows of a page that follow one another in time and come from one source.' })
export class RowsFrom {
  @Field(() => RowSource, {
    description: 'Their source; for a candle built from finer candles of several sources, the least certain one.',
  })
  source!: string;

  @Field(() => DateTime, { description: "First row's time, inclusive." })
  from!: Date;

  @Field(() => DateTime, { description: 'End of the last row, exclusive.' })
  to!: Date;
}
