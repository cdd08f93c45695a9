import type { Random } from '@platform/kit/clock';
import type { MasterKeySetting, Secret } from '@platform/kit/config';
import { AwsKmsMasterKey } from './aws-kms-master-key.js';
import { Keyring } from './keyring.js';
import { LocalMasterKey } from './local-master-key.js';
import type { MasterKey } from './master-key.js';

/** The part of the environment that says how AWS KMS is reached. */
export interface KmsEnvironment {
  readonly AWS_ENDPOINT_URL_KMS?: string | undefined;
  readonly AWS_ACCESS_KEY_ID?: string | undefined;
  readonly AWS_SECRET_ACCESS_KEY?: Secret | undefined;
  readonly AWS_SESSION_TOKEN?: Secret | undefined;
}

/** Returns the keyring of the master keys that settings name. */
export function openKeyring(
  current: MasterKeySetting,
  former: readonly MasterKeySetting[],
  environment: KmsEnvironment,
  random: Random,
): Keyring {
  const open = (setting: MasterKeySetting): MasterKey =>
    setting.kind === 'bytes'
      ? new LocalMasterKey(setting.key, random)
      : new AwsKmsMasterKey(setting.keyArn, accessOf(environment));
  return new Keyring(open(current), former.map(open));
}

function accessOf(environment: KmsEnvironment) {
  const { AWS_ENDPOINT_URL_KMS: endpoint, AWS_ACCESS_KEY_ID: accessKeyId } = environment;
  const { AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN: sessionToken } = environment;
  const isGiven = accessKeyId !== undefined && secretAccessKey !== undefined;
  return { endpoint, credentials: isGiven ? { accessKeyId, secretAccessKey, sessionToken } : undefined };
}
