import { Registry } from 'prom-client';

/** What this process tells: one for all of it, since a process has one metrics port. */
export const registry = new Registry();
