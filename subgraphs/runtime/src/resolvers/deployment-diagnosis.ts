import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { RuntimeContext } from '../context.js';
import { Deployment } from '../schema/deployment.js';
import { DeploymentFinding } from '../schema/deployment-diagnosis.js';

/** Why deployments do not trade. */
@Resolver(() => Deployment)
export class DeploymentDiagnosisResolver {
  @FieldResolver(() => [DeploymentFinding], {
    nullable: true,
    description:
      'Why it does not trade, from what the platform knows of it, its account, its markets and its log; what is not known is a finding ' +
      'too. Those that alone keep it from trading stand first. Of a legacy record it is unsupported_runtime_record. One document may ' +
      'request it of 10 deployments.',
  })
  async diagnosis(
    @Root() { id }: Deployment,
    @Ctx() { client, call, diagnosisAllowance }: RuntimeContext,
  ): Promise<DeploymentFinding[]> {
    diagnosisAllowance.take(1);
    return (await client.getDeploymentDiagnosis({ id }, call)).findings;
  }
}
