import { createHash } from 'node:crypto';
import type { Random } from '@platform/kit/clock';
import type { Hex } from 'viem';

const PREFIX_BYTES = 8;
const REST_BYTES = 8;

/** Returns how the client order ids of a deployment begin: its orders and fills are known by it after any restart. */
export function cloidPrefix(deploymentId: string): string {
  const digest = createHash('sha256').update(`client order id ${deploymentId}`).digest('hex');
  return `0x${digest.slice(0, 2 * PREFIX_BYTES)}`;
}

/** Returns a client order id that no other order has, in the venue's form: 16 bytes. */
export function newCloid(deploymentId: string, random: Random): Hex {
  return `0x${cloidPrefix(deploymentId).slice(2)}${random.bytes(REST_BYTES).toString('hex')}`;
}
