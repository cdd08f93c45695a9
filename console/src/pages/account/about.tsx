import { Section } from '../../parts/heading.js';

/** What the console is made of, as its licences ask. */
export function About() {
  return (
    <Section title="About the console">
      <p>
        It uses the platform as <a href="/docs">any program can</a>: whatever it does, a program of yours can do too.
      </p>
      <p class="fine">
        Charts by Lightweight Charts™, Copyright © 2025{' '}
        <a href="https://www.tradingview.com/" rel="noreferrer">
          TradingView, Inc.
        </a>
        , Apache License 2.0.
      </p>
    </Section>
  );
}
