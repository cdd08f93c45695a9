import { z } from 'zod';
import { text } from '../../routes/fields.js';
import { absent } from '../absent.js';

/** The fields of Kubernetes, which are null by rule: a bot is a process of one machine. */
export const kubernetes = {
  k8s_deployment_name: absent(z.string(), 'it is not a deployment of Kubernetes here'),
  k8s_namespace: absent(z.string(), 'for the same reason'),
};
/** Their values. */
export const NO_KUBERNETES = { k8s_deployment_name: null, k8s_namespace: null } as const;

/** The parameters of an operation on one deployment. */
export const params = z.strictObject({ id: text('The deployment', 'dpl_01') });
