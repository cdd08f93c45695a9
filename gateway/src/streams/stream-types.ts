/**
 * What can be followed, beside the types of the graph. It is text alone, so that `compose.ts` can write it to `streams.graphql`, from which
 * clients make their types.
 */
export const STREAM_TYPES = `"""What can be followed at the streams' address; the graph's own address executes no subscriptions."""
type Subscription {
  """One of the caller's backtests, from its creation to its end."""
  backtest(
    """Its id."""
    id: ID!

    """Sequence of the last event that was received: what happened since comes first. Null begins with what is now."""
    after: String
  ): BacktestEvent!

  """All of the caller's backtests, also those that are created later."""
  backtests(
    """Sequence of the last event that was received: what happened since comes first. Null begins now."""
    after: String
  ): BacktestEvent!

  """One of the caller's deployments."""
  deployment(
    """Its id."""
    id: ID!

    """Sequence of the last event that was received: what happened since comes first. Null begins with what is now."""
    after: String
  ): DeploymentEvent!

  """All of the caller's deployments, also those that are created later."""
  deployments(
    """Sequence of the last event that was received: what happened since comes first. Null begins now."""
    after: String
  ): DeploymentEvent!

  """One of the caller's executions."""
  execution(
    """Its id."""
    id: ID!

    """Sequence of the last event that was received: what happened since comes first. Null begins with what is now."""
    after: String
  ): ExecutionEvent!

  """All of the caller's executions, also those that are created later."""
  executions(
    """Sequence of the last event that was received: what happened since comes first. Null begins now."""
    after: String
  ): ExecutionEvent!

  """The caller's money: deposits, setups of venues, withdrawals, and what they do to the balances."""
  wallet(
    """Sequence of the last event that was received: what happened since comes first. Null begins with what is now."""
    after: String
  ): WalletEvent!
}

"""What an event says."""
enum StreamEventKind {
  """The stream has begun, without \`after\`: this is how it is now, and what happens from here on follows."""
  current

  """A record was made or has changed."""
  changed

  """A record was deleted."""
  removed

  """Events before this one are lost: read again what must be right. It follows an absence of more than some minutes."""
  gap

  """Nothing has happened. One follows at most 15 seconds after the last event; a longer silence is a broken connection."""
  keep_alive
}

"""Something that happened to backtests."""
type BacktestEvent {
  """Its place in the order of events, for \`after\`: sorts as text. A later event has no smaller one, and two changes never share one."""
  sequence: String!

  """When it happened; of a \`current\`, \`gap\` or \`keep_alive\` when it was sent."""
  at: DateTime!

  """What it says."""
  kind: StreamEventKind!

  """Whether the platform can not see just now what happens: what is missing follows later, or a \`gap\`."""
  delayed: Boolean!

  """The backtest's id; null where it is about none in particular."""
  id: ID

  """The backtest as it is when the event is sent, read as the query \`backtest\` reads it. Null where \`id\` is, when it was removed, and in a \`keep_alive\`."""
  backtest: Backtest
}

"""Something that happened to deployments."""
type DeploymentEvent {
  """Its place in the order of events, for \`after\`: sorts as text. A later event has no smaller one, and two changes never share one."""
  sequence: String!

  """When it happened; of a \`current\`, \`gap\` or \`keep_alive\` when it was sent."""
  at: DateTime!

  """What it says."""
  kind: StreamEventKind!

  """Whether the platform can not see just now what happens: what is missing follows later, or a \`gap\`."""
  delayed: Boolean!

  """The deployment's id; null where it is about none in particular."""
  id: ID

  """What of it has changed; null where it is about none in particular."""
  part: DeploymentPart

  """The deployment as it is when the event is sent, read as the query \`deployment\` reads it. Null where \`id\` is, when it was removed, and in a \`keep_alive\`."""
  deployment: Deployment
}

"""What of a deployment has changed. Open: more may be added."""
enum DeploymentPart {
  """Itself: its status, health or figures."""
  record

  """It has closed a trade."""
  trades

  """It has said what it is worth."""
  equity

  """Its parity report."""
  parity
}

"""Something that happened to executions."""
type ExecutionEvent {
  """Its place in the order of events, for \`after\`: sorts as text. A later event has no smaller one, and two changes never share one."""
  sequence: String!

  """When it happened; of a \`current\`, \`gap\` or \`keep_alive\` when it was sent."""
  at: DateTime!

  """What it says."""
  kind: StreamEventKind!

  """Whether the platform can not see just now what happens: what is missing follows later, or a \`gap\`."""
  delayed: Boolean!

  """The execution's id; null where it is about none in particular."""
  id: ID

  """The execution as it is when the event is sent, read as the query \`execution\` reads it. Null where \`id\` is, and in a \`keep_alive\`."""
  execution: Execution
}

"""Something that happened to the caller's money."""
type WalletEvent {
  """Its place in the order of events, for \`after\`: sorts as text. A later event has no smaller one, and two changes never share one."""
  sequence: String!

  """When it happened; of a \`current\`, \`gap\` or \`keep_alive\` when it was sent."""
  at: DateTime!

  """What it says."""
  kind: StreamEventKind!

  """Whether the platform can not see just now what happens: what is missing follows later, or a \`gap\`."""
  delayed: Boolean!

  """Id of the deposit, setup, withdrawal or movement; null where it is about none in particular."""
  id: ID

  """What has changed; null where it is about nothing in particular."""
  part: WalletPart

  """The wallet as it is when the event is sent, read as the query \`wallet\` reads it. Null in a \`keep_alive\`."""
  wallet: Wallet

  """The withdrawal that the event is about, read as the query \`withdrawal\` reads it; null in any other event."""
  withdrawal: Withdrawal
}

"""What of the caller's money has changed. Open: more may be added."""
enum WalletPart {
  """A deposit was seen, or has become final."""
  deposit

  """The setup of a venue has taken a step."""
  setup

  """A withdrawal was accepted, or has taken a step."""
  withdrawal

  """Money was booked: balances have changed."""
  movement
}
`;
