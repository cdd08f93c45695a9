import { Registry } from 'prom-client';

/** The metrics of this process: one registry, since a process has one metrics port. */
export const registry = new Registry();
