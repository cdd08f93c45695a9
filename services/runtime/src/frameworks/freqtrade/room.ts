import type { PythonRoom } from '../python/framework.js';
import { freqtradeFiles } from './files.js';

/** Older versions, with the harness that each had in its day. */
const older = ['requirements.lock', 'older/2026.8.lock'].map((lockFile) =>
  freqtradeFiles.olderImage(lockFile, 'older/harness-of-protocol-1.json', 1),
);

/** freqtrade, as the platform knows it. */
export const freqtrade: PythonRoom = {
  id: 'freqtrade',
  strategyShape:
    'One Python file with a class that derives from freqtrade.strategy.IStrategy; of several, strategy_class names one.',
  docs: 'https://www.freqtrade.io/en/stable/strategy-customization/',
  images: [freqtradeFiles.currentImage(), ...older],
  // The interface: funding payments are not applied for freqtrade.
  fundingUse: { hyperliquid: 'told' },
  // Its time range holds whole days.
  takesTimestamps: false,
  // It reads the candle that opens as the range ends too, and closes there what is open.
  endsWithRange: false,
  isShippedSample: (code) => freqtradeFiles.isShippedSample(code),
};
