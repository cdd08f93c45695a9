import type { PythonRoom } from '../python/framework.js';
import { currentImage, isShippedSample, olderImages } from './files.js';

/** freqtrade, as the platform knows it. */
export const freqtrade: PythonRoom = {
  id: 'freqtrade',
  strategyShape:
    'One Python file with a class that derives from freqtrade.strategy.IStrategy; of several, strategy_class names one.',
  docs: 'https://www.freqtrade.io/en/stable/strategy-customization/',
  images: [currentImage(), ...olderImages()],
  // The interface: funding payments are not applied for freqtrade.
  fundingVenues: new Set(),
  isShippedSample,
};
