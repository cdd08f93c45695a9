import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { WorkloadCaller } from '@platform/keys/tokens';
import { systemRandom } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import { HASH_SECRET, startIdentity, type TestIdentity } from '../testing/identity.js';

const EMAIL = 'wanda@example.com';
const CODE = '048213';
let identity: TestIdentity;
let accountId: string;

beforeAll(async () => {
  identity = await startIdentity('test_identity_withdrawals');
  ({ accountId } = await identity.signIn(EMAIL));
});

beforeEach(() => {
  identity.mailbox.behaviour = 'accept';
});

afterAll(() => identity.close());

const wallet = (overrides: Partial<WorkloadCaller> = {}): WorkloadCaller => ({
  kind: 'workload',
  workload: 'wallet',
  accountId,
  cause: 'test',
  ...overrides,
});

async function send(caller = wallet(), amountUsd = '1234567.123456') {
  const destinationWallet = '0x52908400098527886E0F7030069857D2E4169EE7';
  const amounts = { amountUsd, feeUsd: '1.00', arrivesUsd: '1234566.123456' };
  const request = { accountId, code: CODE, source: 'hyperliquid', ...amounts, destinationWallet };
  return identity.client.sendWithdrawalCode(request, await identity.as(caller));
}

async function login(caller: WorkloadCaller, id = accountId) {
  return identity.client.getAccountLogin({ accountId: id }, await identity.as(caller));
}

describe('GetAccountLogin', () => {
  test('shows enough of the address for its owner to know it', async () => {
    expect(await login(wallet())).toMatchObject({ loginType: 'email', maskedEmail: 'w***@example.com' });
  });

  test('names the mailbox without telling it: the same for its spellings, another one for others', async () => {
    const mailboxOf = async (email: string) => {
      const { accountId: id } = await identity.signIn(email);
      return (await login(wallet({ accountId: id }), id)).mailboxId;
    };
    const named = await mailboxOf('w.anda@gmail.com');
    expect(named).toMatch(/^[0-9a-f]{64}$/);
    expect(await mailboxOf('wanda+bank@googlemail.com')).toBe(named);
    expect(await mailboxOf('wanda+bank@example.com')).toBe((await login(wallet())).mailboxId);
    expect((await login(wallet())).mailboxId).not.toBe(named);
  });

  test('is for the wallet service, and for the account it acts for', async () => {
    const refused = { code: 'insufficient_permissions' };
    await expect(login(wallet({ workload: 'execution' }))).rejects.toMatchObject(refused);
    await expect(login(wallet({ accountId: 'acc_other' }))).rejects.toMatchObject(refused);
    const user = identity.client.getAccountLogin(
      { accountId },
      await identity.as((await identity.signIn(EMAIL)).session),
    );
    await expect(user).rejects.toMatchObject(refused);
  });

  test('is unauthorized for an account that does not exist', async () => {
    const nobody = login(wallet({ accountId: 'acc_none' }), 'acc_none');
    await expect(nobody).rejects.toMatchObject({ code: 'unauthorized' });
  });
});

describe('SendLoginChangeNotice', () => {
  const tell = async (contact: string, caller = wallet()) =>
    identity.client.sendLoginChangeNotice({ accountId, contact }, await identity.as(caller));

  test('reaches the address of the login that the contact was given for, which it does not show', async () => {
    const email = 'told@example.com';
    const { accountId: told } = await identity.signIn(email);
    const caller = wallet({ accountId: told });
    const { contact = '', loginId } = await login(caller, told);
    expect(contact).not.toContain('told');
    expect(loginId).toBe((await login(caller, told)).loginId);
    await tell(contact);
    expect(identity.mailbox.messages.at(-1)).toMatchObject({ to: [email], raw: expect.stringContaining('24 hours') });
  });

  test('is refused for a contact of nobody, and to everybody but the wallet service', async () => {
    await expect(tell('nobody')).rejects.toMatchObject({ code: 'invalid_request' });
    const { contact = '' } = await login(wallet());
    const refused = { code: 'insufficient_permissions' };
    await expect(tell(contact, wallet({ workload: 'execution' }))).rejects.toMatchObject(refused);
  });
});

describe('after a change of the key', () => {
  test('a login and its mailbox have other ids, and are known by the former ones too', async () => {
    const before = await login(wallet());
    expect(before).toMatchObject({ formerLoginIds: [], formerMailboxIds: [] });
    const { withdrawalNotices } = await identity.domainWith(new Secret(systemRandom.bytes(32)), [HASH_SECRET]);
    const after = await withdrawalNotices.loginOf(accountId);
    expect(after).toMatchObject({ formerLoginIds: [before.loginId], formerMailboxIds: [before.mailboxId] });
    expect([before.loginId, before.mailboxId]).not.toContain(after.loginId);
    expect([before.loginId, before.mailboxId]).not.toContain(after.mailboxId);
  });

  test('the owner of a login is reached by the contact from before', async () => {
    const email = 'reached@example.com';
    const { accountId: reached } = await identity.signIn(email);
    const { contact = '' } = await login(wallet({ accountId: reached }), reached);
    const { withdrawalNotices } = await identity.domainWith(new Secret(systemRandom.bytes(32)), [HASH_SECRET]);
    await withdrawalNotices.tellOfChange(contact);
    expect(identity.mailbox.messages.at(-1)).toMatchObject({ to: [email], raw: expect.stringContaining('24 hours') });
  });
});

describe('SendWithdrawalCode', () => {
  test('sends a message whose only word of six digits is the code, whatever the amount', async () => {
    await send();
    expect(identity.mailbox.newestCodeFor(EMAIL)).toBe(CODE);
    const raw = identity.mailbox.messages.at(-1)?.raw;
    for (const shown of [
      '0x52908400098527886E0F7030069857D2E4169EE7',
      'from hyperliquid',
      'Fee: $1.00. Arrives: $1,234,566.123 456.',
    ])
      expect(raw).toContain(shown);
  });

  test('says whether a message that failed may arrive all the same', async () => {
    identity.mailbox.behaviour = 'refuse_recipient';
    await expect(send()).rejects.toMatchObject({ code: 'email_delivery_failed', details: { may_arrive: false } });
    identity.mailbox.behaviour = 'drop';
    await expect(send()).rejects.toMatchObject({ code: 'email_delivery_failed', details: { may_arrive: true } });
  });

  test('leaves the code in no log', async () => {
    await send();
    expect(identity.logged.join('\n')).not.toContain(CODE);
  });
});
