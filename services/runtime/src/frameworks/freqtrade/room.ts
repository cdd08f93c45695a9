import type { PythonRoom } from '../python/framework.js';
import { freqtradeSources, freqtradeVersion, isShippedSample } from './files.js';

/** freqtrade, as the platform knows it. */
export const freqtrade: PythonRoom = {
  id: 'freqtrade',
  version: freqtradeVersion(),
  strategyShape:
    'One Python file with a class that derives from freqtrade.strategy.IStrategy; of several, strategy_class names one.',
  docs: 'https://www.freqtrade.io/en/stable/strategy-customization/',
  sources: freqtradeSources,
  // The interface: funding payments are not applied for freqtrade.
  fundingVenues: new Set(),
  checks: new Set(['lookahead', 'recursive']),
  modules: { worker: 'freqtrade_harness.worker', validate: 'freqtrade_harness.validate' },
  isShippedSample,
};
