import type { Candle } from './indicators/candle.js';

/** Hours before and after a turn in which no price went further. */
const TURN_HOURS = 12;
const TURNS_MIN = 2;
const LEVELS_MAX = 3;
/** Significant digits of a level. */
const DIGITS = 8;

/** Prices at which the market turned more than once, the nearest first. */
export interface Levels {
  /** Below the last close. */
  readonly support: readonly number[];
  /** Above it. */
  readonly resistance: readonly number[];
}

/** A group of turns. */
interface Level {
  readonly price: number;
  readonly turns: number;
}

/**
 * Finds support and resistance in hourly candles. A candle turns the market where its high is the highest, or its low the lowest, of the 12
 * hours before and after it; of equal ones the first counts. Turns, from the lowest price up, belong to one level as long as they lie
 * within `nearness` of its lowest one. A level has two turns or more; its price is their mean. Of those on either side of the last close,
 * the three with the most turns count (of equal ones the nearest). Source: swing points ("fractals") of Williams, Trading Chaos (1995),
 * grouped.
 */
export function levelsOf(candles: readonly Candle[], nearness: number): Levels {
  const close = candles.at(-1)?.close ?? 0;
  const levels = grouped(turnsOf(candles), nearness).filter(({ turns }) => turns >= TURNS_MIN);
  const strongest = (wanted: (price: number) => boolean) =>
    levels
      .filter(({ price }) => wanted(price))
      .sort((left, right) => right.turns - left.turns || distance(left, close) - distance(right, close))
      .slice(0, LEVELS_MAX)
      .sort((left, right) => distance(left, close) - distance(right, close))
      .map(({ price }) => Number(price.toPrecision(DIGITS)));
  return { support: strongest((price) => price < close), resistance: strongest((price) => price > close) };
}

function distance({ price }: Level, close: number): number {
  return Math.abs(price - close);
}

/** Returns the prices of all turns, ascending. */
function turnsOf(candles: readonly Candle[]): number[] {
  const highs = turnsUp(candles.map(({ high }) => high));
  const lows = turnsUp(candles.map(({ low }) => -low)).map((low) => -low);
  return [...highs, ...lows].sort((left, right) => left - right);
}

/** Returns the values that none of their neighbours exceeds, and none of those before them equals. */
function turnsUp(values: readonly number[]): number[] {
  return values.filter((value, index) => {
    const before = values.slice(Math.max(0, index - TURN_HOURS), index);
    const after = values.slice(index + 1, index + 1 + TURN_HOURS);
    return (
      before.length === TURN_HOURS &&
      after.length === TURN_HOURS &&
      before.every((other) => other < value) &&
      after.every((other) => other <= value)
    );
  });
}

function grouped(prices: readonly number[], nearness: number): Level[] {
  const groups: number[][] = [];
  for (const price of prices) {
    const group = groups.at(-1);
    if (group !== undefined && price - (group[0] ?? price) <= nearness) group.push(price);
    else groups.push([price]);
  }
  return groups.map((group) => ({
    price: group.reduce((sum, price) => sum + price, 0) / group.length,
    turns: group.length,
  }));
}
