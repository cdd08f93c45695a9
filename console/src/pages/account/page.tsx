import { useState } from 'preact/hooks';
import { useStore } from '../../app/store.js';
import { choose, THEMES, theme } from '../../app/theme.js';
import type { Problem } from '../../graph/problem.js';
import { useMutation, useQuery } from '../../graph/use-query.js';
import { Copyable } from '../../parts/copy-button.js';
import { CheckField, SelectField } from '../../parts/field.js';
import { Empty, Heading, Section } from '../../parts/heading.js';
import { Time } from '../../parts/money.js';
import { Loaded, ProblemMessage } from '../../parts/problem.js';
import { session, signOut } from '../../session/session.js';
import { About } from './about.js';
import { AccountDocument, type AccountQuery, ShowOnLeaderboardDocument } from './generated/documents.js';

type Known = NonNullable<AccountQuery['account']>;

const LOGINS = { email: 'By a code sent to the e-mail address', wallet: 'With a login wallet' } as const;

/** Who is signed in and how, what others may see, and the way out. */
export default function AccountPage() {
  const answer = useQuery(AccountDocument, {});
  return (
    <>
      <Heading title="Account" />
      <Loaded answer={answer}>
        {({ account }) =>
          account === null ? <Empty>The account can not be read now.</Empty> : <Identity of={account} />
        }
      </Loaded>
      <ThisBrowser />
      <Loaded answer={answer}>
        {({ account }) =>
          account?.leaderboardSettings ? (
            <Leaderboard isShown={account.leaderboardSettings.shown} onChange={answer.again} />
          ) : null
        }
      </Loaded>
      <About />
    </>
  );
}

function Identity({ of: { id, email, loginType, createdAt, plan } }: { readonly of: Known }) {
  return (
    <Section title="Identity">
      <dl class="terms">
        <dt>Account</dt>
        <dd>
          <Copyable text={id} what="the account's id" />
        </dd>
        <dt>E-mail address</dt>
        <dd>{email ?? 'none: it signs in with a wallet'}</dd>
        <dt>Signs in</dt>
        <dd>{LOGINS[loginType]}</dd>
        <dt>Since</dt>
        <dd>
          <Time at={createdAt} />
        </dd>
        <dt>Plan</dt>
        <dd>{plan.name}</dd>
      </dl>
    </Section>
  );
}

/** The one session that a page knows: its own. */
function ThisBrowser() {
  const { credential } = useStore(session);
  const chosen = useStore(theme);
  const [problem, setProblem] = useState<Problem>();
  const leave = async () => setProblem(await signOut());
  return (
    <Section title="This browser">
      <p>
        {credential === 'api_key'
          ? 'Signed in with an API key: you may do here what the key may do.'
          : 'Signed in with a session of yours, which may also manage keys.'}{' '}
        The credential is in a cookie that no script can read. Sessions end by themselves, and can not be listed here.
      </p>
      <ProblemMessage problem={problem} />
      <div class="form">
        <SelectField
          label="Theme"
          value={chosen}
          onChange={(value) => choose(THEMES.find((each) => each === value) ?? 'system')}
          options={THEMES.map((value) => ({ value, label: value }))}
        />
      </div>
      <div class="buttons">
        <button type="button" onClick={() => void leave()}>
          Sign out
        </button>
      </div>
    </Section>
  );
}

function Leaderboard(props: { readonly isShown: boolean; readonly onChange: () => void }) {
  const change = useMutation(ShowOnLeaderboardDocument);
  const show = async (shown: boolean) => {
    await change.send({ input: { shown } });
    props.onChange();
  };
  return (
    <Section title="Leaderboard">
      <ProblemMessage problem={change.problem} />
      <CheckField
        label="Show my paper deployments to everybody, by their names"
        isChecked={props.isShown}
        onChange={(shown) => void show(shown)}
      />
    </Section>
  );
}
