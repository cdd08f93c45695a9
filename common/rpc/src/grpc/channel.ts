import type { ChannelOptions } from '@grpc/grpc-js';
import { MESSAGE_BYTES_MAX } from './limits.js';

/** The options of both ends of a connection. */
export const sharedOptions: ChannelOptions = {
  'grpc.max_receive_message_length': MESSAGE_BYTES_MAX,
  'grpc.max_send_message_length': MESSAGE_BYTES_MAX,
  // Its records of every call are unused.
  'grpc.enable_channelz': 0,
};

/** The channel options of every client; clients of one address share the connection. */
export const channelOptions: ChannelOptions = {
  ...sharedOptions,
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 1_000,
  'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
  'grpc.enable_retries': 0,
  // Tokens go only to the service: proxies that the environment names for downloads, and service configs from DNS, are ignored.
  'grpc.enable_http_proxy': 0,
  'grpc.service_config_disable_resolution': 1,
};
