import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { send } from '../platform/caller.js';
import type { Platform } from '../platform/platform.js';
import { until } from '../platform/wait.js';

/** Asks for a key by e-mail; returns the key, and the path of the link, that the message holds. */
export async function signInByMail(platform: Platform, email: string): Promise<{ key: string; link: string }> {
  const { base_url: baseUrl, mailbox_dir: mailbox } = await platform.descriptor();
  const sent = await send(baseUrl, 'POST', '/auth/sign-in/magic-link', { body: { email } });
  if (sent.status !== 200) throw new Error(`sign in: ${JSON.stringify(sent.body)}`);
  const messages = async () => (await readdir(mailbox)).filter((name) => name.endsWith(`-${email}.eml`));
  const [name = ''] = (await until('a message', messages, (found) => found.length > 0)).sort().slice(-1);
  const mail = await readFile(join(mailbox, name), 'utf8');
  const key = /^API key: (\S+)\r?$/m.exec(mail)?.[1] ?? '';
  const link = /\/auth\/magic-link\?token=\S+/.exec(mail)?.[0] ?? '';
  return { key, link };
}
