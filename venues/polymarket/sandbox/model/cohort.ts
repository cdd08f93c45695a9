import { createHash } from 'node:crypto';
import { Draws, keyOfName, keyWith } from '../../../simulation/index.js';
import type { Event, Fees, Market } from './market.js';
import { GeneratedPrices } from './prices.js';
import { type Questions, TEMPLATES } from './questions.js';

const DAY_MS = 86_400_000;
const EVENTS_A_MONTH = 24;
const IDS_A_MONTH = 1_000;
const LIFETIMES_DAYS = [7, 14, 30, 45, 90, 180, 365] as const;
/** How long after its end date a market is resolved. */
const RESOLVED_WITHIN_MS = 2 * DAY_MS;

/** What is unusual about a market: the last few events of each month have one of these. */
const ODDITIES = ['inactive', 'paused', 'archived', 'overdue', 'endless'] as const;
type Oddity = (typeof ODDITIES)[number];

/** Every other event has fees, by one of these schedules. */
const SCHEDULES = [
  { rate: 0.03, exponent: 1 },
  { rate: 0.04, exponent: 1 },
  { rate: 0.07, exponent: 1 },
  { rate: 0.25, exponent: 2 },
] as const;

/** When the markets of an event begin, end and resolve. */
interface Life {
  readonly startMs: number;
  readonly endMs: number | undefined;
  readonly closesAtMs: number | undefined;
}

/** Returns the events that begin in a month, `month` counted from January 2000: a function of the seed. */
export function cohort(seed: number, month: number): Event[] {
  const key = keyWith(keyOfName(seed, 'polymarket'), month);
  let nextId = month * IDS_A_MONTH;
  return Array.from({ length: EVENTS_A_MONTH }, (_, index) => {
    const eventKey = keyWith(key, index);
    const draws = new Draws(eventKey);
    const oddity = ODDITIES[index - (EVENTS_A_MONTH - ODDITIES.length)];
    const life = lifeOf(draws, month, oddity);
    const template = TEMPLATES[index % TEMPLATES.length] ?? TEMPLATES[0];
    const questions = template(draws, dateIn(life.endMs ?? life.startMs + 365 * DAY_MS));
    const id = nextId;
    nextId += 1 + questions.markets.length;
    return eventOf(id, eventKey, questions, life, oddity);
  });
}

function lifeOf(draws: Draws, month: number, oddity: Oddity | undefined): Life {
  const startMs = Math.floor((Date.UTC(2000, month) + 27 * DAY_MS * draws.uniform()) / 60_000) * 60_000;
  const drawn = LIFETIMES_DAYS[Math.floor(draws.uniform() * LIFETIMES_DAYS.length)] ?? LIFETIMES_DAYS[0];
  const resolvedMs = RESOLVED_WITHIN_MS * draws.uniform();
  if (oddity === 'endless') return { startMs, endMs: undefined, closesAtMs: undefined };
  const days = oddity === 'overdue' ? 10 : oddity === undefined ? drawn : 200;
  const endMs = Math.ceil(startMs / DAY_MS + days) * DAY_MS + 16 * 3_600_000;
  const lateMs = oddity === 'overdue' ? 200 * DAY_MS : resolvedMs;
  return { startMs, endMs, closesAtMs: Math.floor((endMs + lateMs) / 1_000) * 1_000 };
}

function eventOf(id: number, key: number, questions: Questions, life: Life, oddity: Oddity | undefined): Event {
  const draws = new Draws(keyWith(key, 7));
  const negRisk = questions.markets.length > 1;
  const keys = questions.markets.map((_, index) => keyWith(key, 100 + index));
  const winning = Math.floor(draws.uniform() * (negRisk ? keys.length : 2));
  const tickSize = draws.uniform() < 0.3 ? 0.001 : 0.01;
  const fees = feesOf(keyWith(key, 8), oddity);
  const markets: Market[] = [];
  const event: Event = {
    id: String(id),
    slug: `${slugOf(questions.title)}-${id}`,
    title: questions.title,
    negRisk,
    markets,
  };
  for (const [index, { question, label }] of questions.markets.entries()) {
    const marketId = String(id + 1 + index);
    markets.push({
      ...{ ...life, event, question, label, tickSize, id: marketId },
      slug: `${slugOf(question)}-${marketId}`,
      conditionId: `0x${digest('condition', key, index)}`,
      questionId: `0x${digest('question', key, index)}`,
      outcomes: questions.outcomes,
      tokenIds: questions.outcomes.map((outcome) => BigInt(`0x${digest(outcome, key, index)}`).toString()),
      winner: index === winning ? 0 : 1,
      isActive: oddity !== 'inactive',
      isArchived: oddity === 'archived',
      takesOrders: oddity !== 'paused' && oddity !== 'inactive',
      minimumSize: 5,
      fees,
      dailyVolume: Math.round(Math.exp(9 + 2 * draws.normal()) * 100) / 100,
      prices: new GeneratedPrices({
        ...{ ...life, tickSize },
        key: keys[index] ?? key,
        rivals: negRisk ? keys : [],
        winningKey: keys[winning],
      }),
    });
  }
  return event;
}

function feesOf(key: number, oddity: Oddity | undefined): Fees {
  if (oddity === 'overdue') return 'unstated';
  const draws = new Draws(key);
  return draws.uniform() < 0.5 ? 'none' : (SCHEDULES[Math.floor(draws.uniform() * SCHEDULES.length)] ?? 'none');
}

function digest(what: string, key: number, index: number): string {
  return createHash('sha256').update(`${what} ${key} ${index}`).digest('hex');
}

function dateIn(atMs: number): string {
  const options = { month: 'long', day: 'numeric', year: 'numeric', timeZone: 'UTC' } as const;
  return new Date(atMs).toLocaleDateString('en-US', options);
}

/** Returns a slug in the venue's form: characters other than Latin letters and digits become dashes. */
function slugOf(text: string): string {
  const latin = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return (
    latin
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '')
      .slice(0, 80)
      .replace(/-$/, '') || 'market'
  );
}
