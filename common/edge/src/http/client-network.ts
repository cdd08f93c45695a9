import ipaddr from 'ipaddr.js';

/** A network of 64 bits is one client: the owner of an IPv6 address usually has 2^64 of them. */
const IPV6_CLIENT_BYTES = 8;

/** Returns one name for a client, however its address is written. */
export function clientNetworkOf(address: string): string {
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return Buffer.from(parsed.toByteArray().slice(0, IPV6_CLIENT_BYTES)).toString('hex');
}

/** Returns whether an address lies in one of the addresses and networks (`10.0.0.0/8`). */
export function isWithin(networks: readonly string[]): (address: string) => boolean {
  const ranges = networks.map((network) =>
    network.includes('/') ? ipaddr.parseCIDR(network) : ([ipaddr.parse(network), undefined] as const),
  );
  return (address) => {
    const parsed = ipaddr.process(address);
    return ranges.some(([range, bits]) => {
      if (range.kind() !== parsed.kind()) return false;
      return bits === undefined ? range.toString() === parsed.toString() : parsed.match(range, bits);
    });
  };
}
