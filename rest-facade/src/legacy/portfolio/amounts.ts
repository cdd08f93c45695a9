import { type Network, networks } from '@platform/kit/networks';
import { z } from 'zod';
import { text } from '../../routes/fields.js';

/** The names that published clients send for a network. */
const NAMES: Readonly<Record<Network, readonly string[]>> = {
  arbitrum: ['arbitrum', 'arbitrum_one', 'arbitrum-one', '42161'],
  polygon: ['polygon', '137'],
};

/** The network that money comes from or goes to. */
export function chainField(network: Network) {
  const names = NAMES[network];
  return z
    .union([z.string(), z.number()])
    .meta({ description: `${networks[network].name}, by one of the names ${names.join(', ')}`, examples: [network] })
    .transform(String)
    .refine((name) => names.includes(name), `is not supported: must be one of ${names.join(', ')}`);
}

/** The asset that is moved. */
export function assetField(network: Network) {
  const { name, assets } = networks[network];
  const { address } = assets.USDC;
  return text(`The contract of native USDC on ${name}`, address).refine(
    (given) => given.toLowerCase() === address.toLowerCase(),
    `is not supported: must be the contract of native USDC on ${name}, ${address}`,
  );
}

/** An amount: published clients send a decimal string or a number. */
export const amountField = z
  .union([z.string(), z.number()])
  .meta({ description: 'US dollars, as a decimal string or a number', examples: ['50.00'] })
  .transform(String)
  .refine((amount) => /^(0|[1-9]\d{0,15})(\.\d{1,6})?$/.test(amount), 'must have at most six fractional digits');
