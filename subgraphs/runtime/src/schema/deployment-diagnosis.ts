import { Field, ObjectType, registerEnumType } from 'type-graphql';

const FindingSeverity = { blocking: 'blocking', warning: 'warning', info: 'info' };
registerEnumType(FindingSeverity, {
  name: 'FindingSeverity',
  description: 'How much a finding explains.',
  valuesConfig: {
    blocking: { description: 'It alone keeps the deployment from opening positions.' },
    warning: { description: 'It may keep it from opening positions.' },
    info: { description: 'Worth knowing.' },
  },
});

@ObjectType({ description: 'Why a deployment does not trade, or what is not known of that.' })
export class DeploymentFinding {
  @Field(() => String, {
    description:
      'Stable code, for example entries_blocked; unknown for what the platform does not know. More codes may be added.',
  })
  code!: string;

  @Field(() => FindingSeverity, { description: 'How much it explains.' })
  severity!: string;

  @Field(() => String, {
    description: 'What was found, with the figures that it goes by; of what is not known, why.',
  })
  message!: string;

  @Field(() => String, { description: 'What to do about it.' })
  action!: string;
}
