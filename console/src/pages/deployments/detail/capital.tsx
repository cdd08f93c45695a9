import { STEPS, stepsDone } from '../../../parts/moving/setup-steps.js';
import { Notice } from '../../../parts/problem.js';
import { Steps } from '../../../parts/progress.js';
import type { Shown } from './shown.js';

/** Where the capital of a live deployment is while that keeps it from being started. */
export function Capital({ bot }: { readonly bot: Shown }) {
  const { mode, status, venue, venueSetup } = bot;
  if (mode === 'paper' || (status !== 'created' && status !== 'stopped')) return null;
  if (venueSetup === null)
    return (
      <Notice tone="warn">
        <p>
          Its capital is not at {venue} yet, and does not move by itself: have it free in the{' '}
          <a href="/app/wallet">wallet</a>, then start it. Starting it moves the capital first.
        </p>
      </Notice>
    );
  switch (venueSetup.status) {
    case 'completed':
      return status === 'created' ? (
        <Notice tone="good">
          <p>Its capital has arrived at {venue}: it can be started.</p>
        </Notice>
      ) : null;
    case 'processing':
      return (
        <Notice tone="plain">
          <p>Its capital is on its way to {venue}. It can be started once that has arrived.</p>
          <SetupSteps step={venueSetup.step} />
        </Notice>
      );
    case 'failed':
      return (
        <Notice tone="bad">
          <p>
            Its capital did not get to {venue}, and is free in the wallet again. Delete it and create it again: a new
            one has a setup of its own.
          </p>
          <SetupSteps step={venueSetup.step} hasFailed />
        </Notice>
      );
    default:
      return (
        <Notice tone="warn">
          <p>What became of its capital on the way to {venue} is not known yet. An operator looks into it.</p>
        </Notice>
      );
  }
}

function SetupSteps({ step, hasFailed = false }: { readonly step: string; readonly hasFailed?: boolean }) {
  return <Steps label="Steps of its setup" steps={STEPS} current={stepsDone(step)} hasFailed={hasFailed} />;
}
