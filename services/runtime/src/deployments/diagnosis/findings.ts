/** How much a finding explains: `blocking` alone keeps it from trading, `warning` may do so, `info` is worth knowing. */
export const findingSeverities = ['blocking', 'warning', 'info'] as const;
export type FindingSeverity = (typeof findingSeverities)[number];

interface Row {
  readonly severity: FindingSeverity;
  /** What to do about it. */
  readonly action: string;
}

/** Every finding: how much it explains unless a rule says otherwise, and what to do about it. Codes are only added. */
export const findingTable = {
  not_started: { severity: 'blocking', action: 'Start it.' },
  starting: {
    severity: 'blocking',
    action: 'Wait until its status is running, and read its log if that takes minutes.',
  },
  failed: { severity: 'blocking', action: 'Read its log, correct the cause, and start it again.' },
  ended: { severity: 'blocking', action: 'Create another deployment, or start it again once it is stopped.' },
  entries_blocked: { severity: 'blocking', action: 'Stop it and start it again: it then opens positions.' },
  time_over: { severity: 'blocking', action: 'Start it again with a later alive_until, or with none.' },
  position_differs: {
    severity: 'blocking',
    action: 'Compare its positions with those of the venue, then stop and start it.',
  },
  credentials_missing: { severity: 'blocking', action: 'Attach credentials to it.' },
  account_not_funded: {
    severity: 'blocking',
    action: 'Deposit, and set the venue up with at least its smallest amount.',
  },
  venue_setup_unfinished: { severity: 'blocking', action: 'Wait for the setup of its venue, or read why it failed.' },
  mandate_ended: { severity: 'blocking', action: 'Create a deployment with a key whose limits have not ended.' },
  node_away: {
    severity: 'blocking',
    action: 'Wait: what it runs is left as it is, and what you ask of it is done once the machine is back.',
  },
  not_looking: { severity: 'blocking', action: 'Read its log; stop it and start it again if it stays silent.' },
  feed_silent: { severity: 'blocking', action: 'Wait: it trades again once the feed answers. Its positions are kept.' },
  market_missing: { severity: 'blocking', action: 'Create a deployment with markets that the venue has.' },
  market_not_trading: { severity: 'blocking', action: 'Wait until the venue trades it again, or use another market.' },
  max_trades_open: {
    severity: 'blocking',
    action: 'Wait until one closes, or raise max_open_trades in a new deployment.',
  },
  markets_held: { severity: 'info', action: 'Wait until a position closes: there is one at a time in each market.' },
  balance_below_minimum: { severity: 'blocking', action: 'Give it more money, on paper by dry_run_wallet.' },
  balance_below_stake: { severity: 'blocking', action: 'Give it more money, or set a smaller stake_amount.' },
  stake_below_minimum: {
    severity: 'blocking',
    action: 'Set a larger stake_amount, or where it is unlimited more money or a smaller max_open_trades.',
  },
  stake_near_minimum: {
    severity: 'warning',
    action: 'Set a stake of one and a half times the smallest order, or more.',
  },
  strategy_errors: { severity: 'warning', action: 'Correct the strategy: where it fails it decides nothing.' },
  entry_refused: { severity: 'warning', action: 'Read the lines around it in the log.' },
  waiting_for_candle: { severity: 'info', action: 'Wait until then: it decides as each candle closes.' },
  entry_signals: { severity: 'info', action: 'Read its log for what became of them.' },
  has_traded: { severity: 'info', action: 'Read its trades and its positions.' },
  unknown: { severity: 'info', action: 'Look it up where the message says.' },
} as const satisfies Readonly<Record<string, Row>>;

/** What may be found. */
export type FindingCode = keyof typeof findingTable;

/** Why a deployment doesn't trade, or what is not known of that. */
export interface Finding {
  readonly code: FindingCode;
  readonly severity: FindingSeverity;
  readonly message: string;
  readonly action: string;
}

/** Makes a finding; `severity` where it explains less than its row says. */
export function found(code: FindingCode, message: string, severity?: FindingSeverity): Finding {
  const row: Row = findingTable[code];
  return { code, severity: severity ?? row.severity, message, action: row.action };
}
