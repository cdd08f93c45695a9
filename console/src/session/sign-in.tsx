import { useEffect, useState } from 'preact/hooks';
import { nowMs } from '../app/clock.js';
import { navigate } from '../app/location.js';
import { useStore } from '../app/store.js';
import type { Problem } from '../graph/problem.js';
import { Form, TextField } from '../parts/field.js';
import { Notice, ProblemMessage } from '../parts/problem.js';
import { Tabs } from '../parts/tabs.js';
import { drop, keep, kept } from './kept.js';
import { type Proof, sendCode, session, signIn } from './session.js';

const PATH = '/app/sign-in';
/** By this name it is kept where a code was sent to: whoever loads the page again need not begin again. */
const SENT = 'code-sent';
/** As long as a code is valid. */
const SENT_MS_MAX = 600_000;

/** The way in: by a code, a key, a login wallet's token, or the one-time link whose secret stands in the address. */
export function SignIn() {
  const [way, setWay] = useState('email');
  const [problem, setProblem] = useState<Problem>();
  const [isBusy, setBusy] = useState(false);
  const enter = async (proof: Proof) => {
    setBusy(true);
    const found = await signIn(proof);
    setBusy(false);
    setProblem(found);
    if (found === undefined) drop(SENT);
    if (found === undefined && location.pathname.startsWith(PATH)) navigate('/app', 'replace');
  };
  useLink(enter);
  useEffect(() => {
    document.title = 'Sign in · Console';
  }, []);
  const props = { enter, isBusy };
  return (
    <main class="sign-in" id="main">
      <h1>Trading platform</h1>
      <p>Sign in to your account, or register: an e-mail address is all it takes.</p>
      <ProblemMessage problem={problem} />
      <Tabs
        label="Ways to sign in"
        selected={way}
        onSelect={(id) => {
          setWay(id);
          setProblem(undefined);
        }}
        tabs={[
          { id: 'email', label: 'E-mail', content: () => <ByCode {...props} setProblem={setProblem} /> },
          { id: 'wallet', label: 'Login wallet', content: () => <ByWallet {...props} /> },
          { id: 'key', label: 'API key', content: () => <ByKey {...props} /> },
        ]}
      />
      <p class="fine">
        The session stays in a cookie that no script can read. <a href="/docs">Documentation</a>
      </p>
    </main>
  );
}

/** A one-time link carries its secret behind the `#`, which browsers send nowhere; it leaves the address before it is used. */
function useLink(enter: (proof: Proof) => Promise<void>): void {
  // A link is used once
  useEffect(() => {
    if (!location.pathname.startsWith(PATH) || location.hash.length < 2) return;
    const link = location.hash.slice(1);
    history.replaceState(null, '', PATH);
    void enter({ link });
  }, []);
}

interface Way {
  readonly enter: (proof: Proof) => Promise<void>;
  readonly isBusy: boolean;
}

function ByCode({ enter, isBusy, setProblem }: Way & { readonly setProblem: (problem?: Problem) => void }) {
  const [email, setEmail] = useState('');
  const [code, setCode] = useState('');
  const [sentTo, setSentTo] = useState(sentBefore);
  const [isAgain, setAgain] = useState(false);
  const send = async (to: string) => {
    const problem = await sendCode(to);
    setProblem(problem);
    if (problem !== undefined) return;
    keep(SENT, { to, atMs: nowMs() });
    setAgain(to === sentTo);
    setSentTo(to);
  };
  const begin = () => {
    drop(SENT);
    setSentTo(undefined);
    setProblem(undefined);
  };
  if (sentTo === undefined)
    return (
      <Form onSubmit={() => void send(email)}>
        <TextField
          label="E-mail address"
          type="email"
          autoComplete="email"
          isRequired
          value={email}
          onChange={setEmail}
          hint="A six-digit code is sent there. A new address makes a new account."
        />
        <button type="submit" class="primary">
          Send the code
        </button>
      </Form>
    );
  return (
    <Form onSubmit={() => void enter({ email: sentTo, code: code.trim() })}>
      <Notice tone="good">
        {isAgain ? 'Another code' : 'A code'} is on its way to {sentTo}. It is valid for 10 minutes.
      </Notice>
      <TextField
        label="Code"
        autoComplete="one-time-code"
        inputMode="numeric"
        isRequired
        lengthMax={6}
        pattern="\d{6}"
        value={code}
        onChange={setCode}
      />
      <div class="buttons">
        <button type="submit" class="primary" disabled={isBusy}>
          Sign in
        </button>
        <button type="button" onClick={() => void send(sentTo)}>
          Send another code
        </button>
        <button type="button" onClick={begin}>
          Another address
        </button>
      </div>
    </Form>
  );
}

/** Where a code was sent to that is still valid. */
function sentBefore(): string | undefined {
  const found = kept(SENT);
  if (typeof found !== 'object' || found === null || !('to' in found) || !('atMs' in found)) return undefined;
  const { to, atMs } = found;
  return typeof to === 'string' && typeof atMs === 'number' && nowMs() - atMs < SENT_MS_MAX ? to : undefined;
}

function ByKey({ enter, isBusy }: Way) {
  const [key, setKey] = useState('');
  return (
    <Form onSubmit={() => void enter({ api_key: key.trim() })}>
      <TextField
        label="API key"
        type="password"
        isRequired
        value={key}
        onChange={setKey}
        hint="You may do here what the key may do. Managing keys needs a session: sign in by e-mail or wallet for that."
      />
      <button type="submit" class="primary" disabled={isBusy}>
        Sign in
      </button>
    </Form>
  );
}

function ByWallet({ enter, isBusy }: Way) {
  const { hasSandboxWallets } = useStore(session);
  return hasSandboxWallets === true ? (
    <BySandboxWallet enter={enter} isBusy={isBusy} />
  ) : (
    <ByToken enter={enter} isBusy={isBusy} />
  );
}

/** A sandbox believes a wallet's address: nothing there is worth a signature. */
function BySandboxWallet({ enter, isBusy }: Way) {
  const [wallet, setWallet] = useState('');
  return (
    <Form onSubmit={() => void enter({ wallet: wallet.trim() })}>
      <TextField
        label="Wallet address"
        isRequired
        lengthMax={42}
        pattern="0x[0-9a-fA-F]{40}"
        placeholder="0x…"
        value={wallet}
        onChange={setWallet}
        hint="This is a sandbox: its identity provider takes any address for yours."
      />
      <button type="submit" class="primary" disabled={isBusy}>
        Sign in
      </button>
    </Form>
  );
}

function ByToken({ enter, isBusy }: Way) {
  const [token, setToken] = useState('');
  return (
    <Form onSubmit={() => void enter({ token: token.trim() })}>
      <TextField
        label="Identity token"
        type="password"
        isRequired
        lengthMax={8_000}
        value={token}
        onChange={setToken}
        hint="The token that your wallet's identity provider gave you."
      />
      <button type="submit" class="primary" disabled={isBusy}>
        Sign in
      </button>
    </Form>
  );
}
