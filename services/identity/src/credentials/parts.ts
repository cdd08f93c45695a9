import type { Seals } from '@platform/keys/seals';
import type { Clock, IdSource, Random } from '@platform/kit/clock';
import type { Connection } from '@platform/store/mongo';

/** What the collections of credentials are made of. */
export interface CredentialParts {
  readonly connection: Connection;
  readonly seals: Seals;
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: IdSource;
}
