import type { Draws } from '../../../simulation/index.js';

/** The texts of a question set. */
export interface Questions {
  readonly title: string;
  readonly outcomes: readonly [string, string];
  /** One is a market by itself; several exclude one another. */
  readonly markets: readonly { readonly question: string; readonly label: string }[];
}

type Template = (draws: Draws, date: string) => Questions;

const COINS = ['Bitcoin', 'Ethereum', 'Solana', 'XRP', 'Dogecoin'] as const;
const TEAMS = ['Harbour City', 'São Vicente', 'Østerby IF', 'FC Żubr', 'Kōbe Lights', 'Al-Nahr', 'Río Claro'] as const;
const CITIES = ['Zürich', 'İstanbul', '東京', 'Reykjavík', 'São Paulo', 'New York'] as const;
const BANKS = ['Federal Reserve', 'European Central Bank', 'Bank of Japan', 'Bank of England'] as const;
const FILMS = ['The Glass Orchard', 'Überfahrt', 'Ночной поезд', 'Seven Lanterns'] as const;
const YES_NO = ['Yes', 'No'] as const;

const pick = <Item>(draws: Draws, items: readonly [Item, ...Item[]]): Item =>
  items[Math.floor(draws.uniform() * items.length)] ?? items[0];
const single = (question: string, outcomes: readonly [string, string] = YES_NO): Questions => ({
  title: question,
  outcomes,
  markets: [{ question, label: '' }],
});
const several = (title: string, labels: readonly string[], ask: (label: string) => string): Questions => ({
  title,
  outcomes: YES_NO,
  markets: labels.map((label) => ({ question: ask(label), label })),
});
const dollars = (amount: number) => `$${amount.toLocaleString('en-US')}`;

/** Generated questions: only the names of coins, cities and banks are real. */
export const TEMPLATES: readonly [Template, ...Template[]] = [
  (draws, date) =>
    single(
      `Will the price of ${pick(draws, COINS)} be above ${dollars(1_000 * Math.ceil(150 * draws.uniform()))} on ${date}?`,
    ),
  (draws, date) => {
    const coin = pick(draws, COINS);
    const lowest = 2_000 * Math.ceil(50 * draws.uniform());
    const bands = Array.from({ length: 3 + Math.floor(5 * draws.uniform()) }, (_, band) => {
      const from = lowest + 2_000 * band;
      return `${dollars(from)}-${dollars(from + 2_000)}`;
    });
    return several(`${coin} price on ${date}?`, bands, (band) => {
      const [from = '', to = ''] = band.split('-');
      return `Will the price of ${coin} be between ${from} and ${to} on ${date}?`;
    });
  },
  (draws, date) => {
    const bank = pick(draws, BANKS);
    return several(
      `${bank} decision by ${date}?`,
      ['No change', '25 bps decrease', '50+ bps decrease', '25+ bps increase'],
      (label) => `${bank} decision by ${date}: ${label}?`,
    );
  },
  (draws, date) => {
    const cup = `${1 + Math.floor(20 * draws.uniform())}th Meridian Cup`;
    const teams = TEAMS.slice(Math.floor(4 * draws.uniform()));
    return several(`Winner of the ${cup} (final by ${date})`, teams, (team) => `Will ${team} win the ${cup}?`);
  },
  (draws, date) => single(`Will it rain in ${pick(draws, CITIES)} on ${date}? ☔`),
  (draws, date) => single(`${pick(draws, COINS)} Up or Down on ${date}?`, ['Up', 'Down']),
  (draws, date) =>
    single(
      `Will “${pick(draws, FILMS)}” gross more than ${dollars(Math.ceil(400 * draws.uniform()))} million by ${date}? 🎬`,
    ),
  (draws, date) =>
    single(
      `Will a majority of the delegations present and voting at the extraordinary session in ${pick(draws, CITIES)} — including those ` +
        `that vote by proxy, and not counting abstentions, spoilt papers or delegations whose credentials are contested — adopt the ` +
        `resolution on the “freedom of the high seas” in its second reading, without amendments to articles 4, 7 and 11, on or before ${date}, ` +
        `11:59 PM ET? (¿Sí o no? — да или нет — はい/いいえ) 🌊`,
    ),
];
