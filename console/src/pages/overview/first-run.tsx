import { Section } from '../../parts/heading.js';

/** What somebody does first: a result to look at, three clicks from here. */
export function FirstRun() {
  return (
    <Section title="Your first result">
      <p>
        A sample strategy is ready: it buys dips in an upward trend, on hourly candles. Run it over half a year of
        stored history; nothing is traded and nothing is paid.
      </p>
      <p>
        <a class="button primary" href="/app/backtests/new?sample=dip">
          Open the sample strategy
        </a>
      </p>
    </Section>
  );
}
