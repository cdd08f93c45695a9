// Why: docs/decisions/edge/older-surface.md

import { onboardingRows } from './account/onboarding-rows.js';
import { removedRows } from './account/removed.js';
import { accountRows, accountStatusRow } from './account/rows.js';
import { actionRows } from './actions/rows.js';
import { magicLinkRows } from './auth/magic-link.js';
import { keyRows } from './auth/rows.js';
import { backtestingRows } from './backtesting/rows.js';
import { v3BacktestRows } from './backtesting/v3.js';
import { boardRows } from './boards/rows.js';
import { bracketRows } from './bracket/rows.js';
import { deploymentRows } from './deployment/rows.js';
import { intelligenceRows } from './intelligence/rows.js';
import { marketRows } from './markets/rows.js';
import type { LegacyRoute } from './operation.js';
import { portfolioRows } from './portfolio/rows.js';

/**
 * Every operation of the older surface: its routes, its document, its headers, the counts of its use and its tests come from these rows. To
 * add one: write its row beside those of its area, with the operation of the graph that it asks and its mappers.
 */
export const legacyRoutes: readonly LegacyRoute[] = [
  ...removedRows,
  ...magicLinkRows,
  ...keyRows,
  ...backtestingRows('v1'),
  ...backtestingRows('v2'),
  ...v3BacktestRows,
  ...deploymentRows,
  ...actionRows,
  ...portfolioRows,
  ...bracketRows,
  ...intelligenceRows,
  ...marketRows,
  ...boardRows,
  accountStatusRow,
  ...accountRows('v2'),
  ...accountRows('v3'),
  ...onboardingRows('v2'),
  ...onboardingRows('v3'),
];
