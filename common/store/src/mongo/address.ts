import { ConfigurationError, flag, isLoopback, type Secret, secretText } from '@platform/kit/config';
import mongoose from 'mongoose';

/** The environment settings of a process that keeps data. `database`: the one that is its own. */
export function mongoSettings(database: string) {
  return {
    MONGODB_URI: secretText.describe(
      `MongoDB deployment; the database is \`${database}\`. On another machine it has credentials and TLS`,
    ),
    ALLOW_MONGODB_WITHOUT_TLS: flag
      .default(false)
      .describe('whether MongoDB on another machine may be reached without TLS; else that refuses to start'),
    OLDER_PROCESSES_STOPPED: flag
      .default(false)
      .describe(
        'whether no process of an older version runs: then a start also does migrations that such a one could not live with',
      ),
  };
}

/**
 * Returns the address of MongoDB. Throws `ConfigurationError` for one on another machine without credentials, or without TLS that checks
 * certificates, unless the latter is allowed.
 */
export function safeMongodbUri(environment: {
  readonly MONGODB_URI: Secret;
  readonly ALLOW_MONGODB_WITHOUT_TLS: boolean;
}): Secret {
  const { MONGODB_URI: uri, ALLOW_MONGODB_WITHOUT_TLS: allowWithoutTls } = environment;
  const { hosts, credentials, tls, rejectUnauthorized } = optionsOf(uri);
  if (hosts.every(({ host }) => host !== undefined && isLoopback(host))) return uri;
  if (credentials === undefined)
    throw new ConfigurationError('MONGODB_URI: names another machine and must have the credentials of a user');
  if (allowWithoutTls || (tls && rejectUnauthorized !== false)) return uri;
  throw new ConfigurationError(
    'MONGODB_URI: names another machine and must have tls=true, which checks certificates, or set ALLOW_MONGODB_WITHOUT_TLS=true',
  );
}

function optionsOf(uri: Secret) {
  try {
    return new mongoose.mongo.MongoClient(uri.reveal()).options;
  } catch {
    // The driver's own error quotes the address, which may hold a password.
    throw new ConfigurationError('MONGODB_URI: is not the address of a MongoDB deployment');
  }
}
