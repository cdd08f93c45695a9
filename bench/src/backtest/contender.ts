import type { Platform } from '@platform/test/platform';
import type { Bare } from './bare.js';
import { BareFreqtrade } from './bare-freqtrade.js';
import { BareNautilus, importMinutes } from './bare-nautilus.js';
import { freqtradeWork, nautilusWork, type Window, type Work } from './work.js';

/** A framework in the platform and without it. */
export interface Contender {
  readonly work: Work;
  /** The name of the bare side of a row. */
  readonly bareTitle: string;
  /** Required of a warm run: its time as a part of the bare one's. */
  readonly ratioMax: number;
  /** Imports the history that the work needs into the platform. */
  readonly furnish: (platform: Platform, window: Window) => Promise<void>;
  /** The same work without the platform, over the data that its backtest read. */
  readonly prepare: (platform: Platform, backtestId: string, window: Window) => Promise<Bare>;
}

/** Both frameworks. */
export const contenders: Readonly<Record<Work['framework'], Contender>> = {
  freqtrade: {
    work: freqtradeWork,
    bareTitle: 'bare command',
    ratioMax: 0.4,
    furnish: async () => {},
    prepare: BareFreqtrade.prepare,
  },
  nautilus: {
    work: nautilusWork,
    bareTitle: 'bare, imported',
    ratioMax: 1.15,
    furnish: importMinutes,
    prepare: BareNautilus.prepare,
  },
};
