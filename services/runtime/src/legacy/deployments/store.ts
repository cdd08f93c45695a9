import { PlatformError } from '@platform/errors';
import type { Connection } from '@platform/store/mongo';
import { isLegacyDeploymentId, type LegacyDeployment, legacyDeploymentModel } from './record.js';

/** Deployments of the older platform: known by their ids, never listed, never run. */
export class LegacyDeployments {
  readonly #records: ReturnType<typeof legacyDeploymentModel>;

  constructor(connection: Connection) {
    this.#records = legacyDeploymentModel(connection);
  }

  /** Returns the account's records among these ids, whether they may be read or not. */
  async findMany(accountId: string, ids: readonly string[]): Promise<LegacyDeployment[]> {
    const older = ids.filter(isLegacyDeploymentId);
    if (older.length === 0) return [];
    return this.#records.find({ _id: { $in: older }, accountId }, { strategy: 0 }).lean<LegacyDeployment[]>();
  }

  /** Refuses what no older record allows. Throws `unsupported_runtime_record`, and `deployment_not_found` where the account has none of that id. */
  async refuse(accountId: string, id: string): Promise<never> {
    const [found] = await this.findMany(accountId, [id]);
    throw new PlatformError(found === undefined ? 'deployment_not_found' : 'unsupported_runtime_record');
  }
}
