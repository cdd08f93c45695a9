import { PlatformError } from '@platform/errors';
import type { AgentGrant } from '@platform/keys/tokens';
import type { Clock } from '@platform/kit/clock';
import { type Connection, isDuplicateKey } from '@platform/store/mongo';
import { Schema } from 'mongoose';

/** The use of a grant. */
type Use = 'agent' | 'fee' | 'ending';

/** A spent grant: kept for ever, as the record of which deployment received an agent. */
interface SpentGrant extends Omit<AgentGrant, 'id'> {
  /** The grant's id, and its use. */
  readonly _id: string;
  readonly spentAt: Date;
}

const spentSchema = new Schema<SpentGrant>(
  {
    _id: { type: String, required: true },
    purpose: { type: String, required: true },
    deploymentId: { type: String, required: true },
    accountId: { type: String, required: true },
    venue: { type: String, required: true },
    agentName: { type: String, required: true },
    spentAt: { type: Date, required: true },
  },
  { collection: 'agent_grants', versionKey: false },
);

function spentModel(connection: Connection) {
  return connection.model('AgentGrant', spentSchema);
}

/** What must be granted: an agent's name is checked where the call has one. */
type Wanted = Pick<AgentGrant, 'accountId' | 'venue' | 'purpose'> & { readonly agentName?: string };

/** Verifies the runtime service's grants: a process receives an agent only with a grant of its own. */
export class AgentGrants {
  readonly #spent: ReturnType<typeof spentModel>;

  constructor(
    connection: Connection,
    /** Throws `insufficient_permissions` for a grant that the runtime service has not signed. */
    private readonly verify: (token: string) => Promise<AgentGrant>,
    private readonly clock: Clock,
  ) {
    this.#spent = spentModel(connection);
  }

  /**
   * Spends a grant on one use. Throws `insufficient_permissions` for a grant of something else, and for one that was already spent on this
   * use. An ending may be repeated with its grant, since the venue may not have accepted it.
   */
  async spend(token: string, wanted: Wanted, use: Use): Promise<AgentGrant> {
    const grant = await this.verify(token);
    const { id, ...terms } = grant;
    const granted = new Map<string, unknown>(Object.entries(terms));
    if (!Object.entries(wanted).every(([name, value]) => granted.get(name) === value))
      throw new PlatformError('insufficient_permissions');
    try {
      await this.#spent.create({ _id: `${id}:${use}`, ...terms, spentAt: this.clock.now() });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      if (use !== 'ending') throw new PlatformError('insufficient_permissions', { cause: error });
    }
    return grant;
  }
}
