import type { DeploymentQuery } from '../generated/documents.js';

/** A deployment as its page shows it. */
export type Shown = NonNullable<DeploymentQuery['deployment']>;
