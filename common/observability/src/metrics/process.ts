import { Counter, Gauge } from 'prom-client';
import { registry } from './registry.js';

const MICROSECONDS_PER_SECOND = 1_000_000;
const registers = [registry];

new Counter({
  name: 'process_cpu_seconds_total',
  help: 'Processor time used, user and system.',
  registers,
  collect() {
    const { user, system } = process.cpuUsage();
    this.reset();
    this.inc((user + system) / MICROSECONDS_PER_SECOND);
  },
});

/** Read when metrics are requested. The library's own set also times each garbage collection. */
const gauges: readonly [name: string, help: string, read: () => number][] = [
  ['process_resident_memory_bytes', 'Resident memory.', () => process.memoryUsage.rss()],
  ['process_start_time_seconds', 'Start, in seconds since the Unix epoch.', () => performance.timeOrigin / 1_000],
  ['nodejs_heap_size_used_bytes', 'Heap in use.', () => process.memoryUsage().heapUsed],
  [
    'nodejs_eventloop_utilization',
    'Share of the time since the start in which the event loop was busy, 0 to 1.',
    () => performance.eventLoopUtilization().utilization,
  ],
];

for (const [name, help, read] of gauges)
  new Gauge({
    name,
    help,
    registers,
    collect() {
      this.set(read());
    },
  });
