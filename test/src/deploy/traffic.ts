/** Who talks to whom in the chart: as the variables of processes say, and as its network policies let them. */
import { podsSchema } from '@platform/runtime-service/kubernetes-testing';
import { z } from 'zod';
import { componentOf, RELEASE, type RenderedChart } from './chart.js';

/** Lines of the form `edge > wallet:50051`, in their order. */
export type Traffic = readonly string[];

/** A host and a port of the release (no name and tag of an image) in a variable's value. */
const ADDRESS = new RegExp(`\\b${RELEASE}-([a-z]+?)(?:-headless)?(?:\\.[a-z]+\\.svc)?:(\\d{4,5})`, 'g');

/** What the runtime service is told of the pods of proxies; undefined where it makes none. */
function proxiesOf(chart: RenderedChart) {
  const runtime = chart.containers().find(({ container }) => container.name === 'runtime');
  const { KUBERNETES_PODS = 'null', VENUE_PROXY_ENVIRONMENT = '' } = runtime?.variables ?? {};
  const pods = podsSchema.nullable().parse(JSON.parse(KUBERNETES_PODS))?.proxies;
  return pods && { pods, environment: VENUE_PROXY_ENVIRONMENT };
}

/** Returns whom each process is told to ask. */
export function askedBy(chart: RenderedChart): Traffic {
  const told = chart
    .containers()
    .map(({ component, variables }) => ({ component, text: Object.values(variables).join(' ') }));
  const proxies = proxiesOf(chart);
  if (proxies !== undefined) told.push({ component: 'proxies', text: proxies.environment });
  const found = told.flatMap(({ component, text }) =>
    [...text.matchAll(ADDRESS)].map(([, host, port]) => ({ from: component, to: host, port })),
  );
  // The identity provider's issuer is the name of the sandbox to itself.
  return sorted(found.filter(({ from, to }) => from !== to).map(({ from, to, port }) => `${from} > ${to}:${port}`));
}

const peers = z.array(
  z.looseObject({ podSelector: z.object({ matchLabels: z.record(z.string(), z.string()) }).optional() }),
);
const ports = z.array(z.object({ port: z.int() }));
const policySchema = z.looseObject({
  ingress: z.array(z.looseObject({ from: peers.optional(), ports })),
  egress: z.array(z.looseObject({ to: peers.optional(), ports })),
});
/** Of the proxies' own, which the runtime service makes: in from there alone, out as it is told. */
const policyOfProxies = (egress: readonly object[]) => policySchema.parse({ ingress: [], egress });

/** Returns who may ask whom: as the policy of who asks says, and as that of who is asked does. */
export function allowedBy(chart: RenderedChart): { readonly outward: Traffic; readonly inward: Traffic } {
  const policies = chart.all('NetworkPolicy').map(({ metadata, spec }) => ({
    ...policySchema.parse(spec),
    name: componentOf(metadata),
  }));
  const proxies = proxiesOf(chart);
  if (proxies !== undefined) policies.push({ ...policyOfProxies(proxies.pods.egress), name: 'proxies' });
  return {
    outward: sorted(
      policies.flatMap(({ name, egress }) =>
        egress.flatMap(({ to = [], ports: open }) =>
          pairs(to, open).map((pair) => `${name} > ${pair.peer}:${pair.port}`),
        ),
      ),
    ),
    inward: sorted(
      policies.flatMap(({ name, ingress }) =>
        ingress.flatMap(({ from = [], ports: open }) =>
          pairs(from, open).map((pair) => `${pair.peer} > ${name}:${pair.port}`),
        ),
      ),
    ),
  };
}

/** The processes of the release that are among peers, each with each port. */
function pairs(from: z.output<typeof peers>, open: z.output<typeof ports>) {
  const names = from.flatMap(({ podSelector }) => podSelector?.matchLabels['app.kubernetes.io/component'] ?? []);
  return names.filter((name) => name !== 'test').flatMap((peer) => open.map(({ port }) => ({ peer, port })));
}

const sorted = (lines: readonly string[]) => [...new Set(lines)].toSorted();
