import type { ChannelOptions } from '@grpc/grpc-js';
import { MESSAGE_BYTES_MAX } from './limits.js';

/** What both ends of a connection have. */
export const sharedOptions: ChannelOptions = {
  'grpc.max_receive_message_length': MESSAGE_BYTES_MAX,
  'grpc.max_send_message_length': MESSAGE_BYTES_MAX,
  // Its book-keeping of every call is read by nobody.
  'grpc.enable_channelz': 0,
};

/** How every client keeps its connection; clients of one address share it. */
export const channelOptions: ChannelOptions = {
  ...sharedOptions,
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 1_000,
  'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
  'grpc.enable_retries': 0,
  // Tokens go to the service alone: to no proxy that the environment names for downloads, and by no rules that DNS states.
  'grpc.enable_http_proxy': 0,
  'grpc.service_config_disable_resolution': 1,
};
