import { Badge } from '../../parts/badge.js';
import { Section } from '../../parts/heading.js';
import { alertsOf } from './find-alerts.js';
import type { OverviewQuery } from './generated/documents.js';

/** What needs a look; nothing where nothing does. */
export function Alerts({ overview }: { readonly overview: OverviewQuery }) {
  const alerts = alertsOf(overview);
  if (alerts.length === 0) return null;
  return (
    <Section title="Needs a look">
      <ul class="alerts">
        {alerts.map(({ tone, text, href }) => (
          <li key={text}>
            <Badge tone={tone}>{tone === 'bad' ? 'fault' : 'warning'}</Badge> <a href={href}>{text}</a>
          </li>
        ))}
      </ul>
    </Section>
  );
}
