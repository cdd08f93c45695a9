// Why: docs/decisions/runtime/strategy-isolation.md
/**
 * The system calls that a strategy is refused, as the kernel's own filter (seccomp, classic BPF): each row is refused with
 * EPERM. Everything else is allowed, since libraries of numbers and threads are hard to foresee; what stands here reaches
 * other processes, the kernel's rarely used parts, or memory that no limit of a process counts.
 */

/** Numbers by architecture; a call that one of them lacks is null. From the kernel's `syscall_64.tbl` and `unistd.h`. */
interface SystemCall {
  readonly x64: number | null;
  readonly arm64: number | null;
}

const REFUSED: Readonly<Record<string, SystemCall>> = {
  // Keys of the user who started the platform.
  add_key: { x64: 248, arm64: 217 },
  request_key: { x64: 249, arm64: 218 },
  keyctl: { x64: 250, arm64: 219 },
  // Other processes.
  ptrace: { x64: 101, arm64: 117 },
  process_vm_readv: { x64: 310, arm64: 270 },
  process_vm_writev: { x64: 311, arm64: 271 },
  kcmp: { x64: 312, arm64: 272 },
  pidfd_getfd: { x64: 438, arm64: 438 },
  process_madvise: { x64: 440, arm64: 440 },
  // Parts of the kernel that few programs use and many attacks begin at.
  bpf: { x64: 321, arm64: 280 },
  io_uring_setup: { x64: 425, arm64: 425 },
  io_uring_enter: { x64: 426, arm64: 426 },
  io_uring_register: { x64: 427, arm64: 427 },
  userfaultfd: { x64: 323, arm64: 282 },
  perf_event_open: { x64: 298, arm64: 241 },
  fanotify_init: { x64: 300, arm64: 262 },
  open_by_handle_at: { x64: 304, arm64: 265 },
  name_to_handle_at: { x64: 303, arm64: 264 },
  lookup_dcookie: { x64: 212, arm64: 18 },
  modify_ldt: { x64: 154, arm64: null },
  iopl: { x64: 172, arm64: null },
  ioperm: { x64: 173, arm64: null },
  personality: { x64: 135, arm64: 92 },
  // Namespaces and mounts.
  unshare: { x64: 272, arm64: 97 },
  setns: { x64: 308, arm64: 268 },
  chroot: { x64: 161, arm64: 51 },
  pivot_root: { x64: 155, arm64: 41 },
  mount: { x64: 165, arm64: 40 },
  umount2: { x64: 166, arm64: 39 },
  open_tree: { x64: 428, arm64: 428 },
  move_mount: { x64: 429, arm64: 429 },
  fsopen: { x64: 430, arm64: 430 },
  fsconfig: { x64: 431, arm64: 431 },
  fsmount: { x64: 432, arm64: 432 },
  fspick: { x64: 433, arm64: 433 },
  mount_setattr: { x64: 442, arm64: 442 },
  // Memory that belongs to no process, and outlives it.
  memfd_create: { x64: 319, arm64: 279 },
  memfd_secret: { x64: 447, arm64: 447 },
  shmget: { x64: 29, arm64: 194 },
  msgget: { x64: 68, arm64: 186 },
  semget: { x64: 64, arm64: 190 },
  mq_open: { x64: 240, arm64: 180 },
  // The machine itself.
  kexec_load: { x64: 246, arm64: 104 },
  kexec_file_load: { x64: 320, arm64: 294 },
  init_module: { x64: 175, arm64: 105 },
  finit_module: { x64: 313, arm64: 273 },
  delete_module: { x64: 176, arm64: 106 },
  swapon: { x64: 167, arm64: 224 },
  swapoff: { x64: 168, arm64: 225 },
  reboot: { x64: 169, arm64: 142 },
  acct: { x64: 163, arm64: 89 },
  syslog: { x64: 103, arm64: 116 },
  quotactl: { x64: 179, arm64: 60 },
  quotactl_fd: { x64: 443, arm64: 443 },
  settimeofday: { x64: 164, arm64: 170 },
  clock_settime: { x64: 227, arm64: 112 },
  clock_adjtime: { x64: 305, arm64: 266 },
  adjtimex: { x64: 159, arm64: 171 },
};

interface Architecture {
  /** `AUDIT_ARCH_…` of linux/audit.h. */
  readonly id: number;
  readonly clone: number;
  readonly socket: number;
  /** The first number of a second set of calls on the same processor, or null. */
  readonly secondSet: number | null;
  readonly calls: 'x64' | 'arm64';
}

const ARCHITECTURES: Readonly<Record<string, Architecture>> = {
  x64: { id: 0xc000003e, clone: 56, socket: 41, secondSet: 0x40000000, calls: 'x64' },
  arm64: { id: 0xc00000b7, clone: 220, socket: 198, secondSet: null, calls: 'arm64' },
};

/** The same number everywhere; glibc falls back to `clone`, whose flags a filter can read. */
const CLONE3 = 435;
/** `CLONE_NEW…` of linux/sched.h: every kind of namespace. */
const NEW_NAMESPACES = 0x7e020080;
const ADDRESS_FAMILIES = [1, 2, 10]; // AF_UNIX, AF_INET, AF_INET6
const SOCKET_TYPE_MASK = 0xf;
const SOCKET_TYPES = [1, 2, 5]; // SOCK_STREAM, SOCK_DGRAM, SOCK_SEQPACKET

const EPERM = 1;
const ENOSYS = 38;

// Places in `struct seccomp_data`; arguments are 64 bits each, of which the lower half comes first.
const NUMBER = 0;
const ARCHITECTURE = 4;
const ARGUMENT_0 = 16;
const ARGUMENT_1 = 24;

// Operations of linux/bpf_common.h.
const LOAD = 0x20;
const AND = 0x54;
const JUMP_EQUAL = 0x15;
const JUMP_AT_LEAST = 0x35;
const JUMP_ANY_BIT = 0x45;
const RETURN = 0x06;

const ALLOW = 0x7fff0000;
const KILL_PROCESS = 0x80000000;
const failing = (errno: number) => 0x00050000 | errno;

type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, value: number];

const load = (offset: number): Instruction => [LOAD, 0, 0, offset];
const answer = (value: number): Instruction => [RETURN, 0, 0, value];
/** Does `then` where the loaded value is `value`, and else goes on behind it. */
const where = (value: number, then: readonly Instruction[]): Instruction[] => [
  [JUMP_EQUAL, 0, then.length, value],
  ...then,
];
/** Goes on where the loaded value is one of these, and else refuses. */
const requireOneOf = (values: readonly number[]): Instruction[] => [
  ...values.map((value, index): Instruction => [JUMP_EQUAL, values.length - index, 0, value]),
  answer(failing(EPERM)),
];

/**
 * The filter's program in the form that the kernel takes, for bubblewrap's `--seccomp`; undefined for a processor whose numbers are
 * not listed here.
 */
export function seccompFilter(processor: string): Buffer | undefined {
  const architecture = ARCHITECTURES[processor];
  if (architecture === undefined) return undefined;
  const numbers = Object.values(REFUSED).flatMap((call) => call[architecture.calls] ?? []);
  const { secondSet } = architecture;
  const program: Instruction[] = [
    load(ARCHITECTURE),
    [JUMP_EQUAL, 1, 0, architecture.id],
    answer(KILL_PROCESS),
    load(NUMBER),
    ...(secondSet === null ? [] : [[JUMP_AT_LEAST, 0, 1, secondSet] as const, answer(failing(ENOSYS))]),
    ...numbers.flatMap((number) => where(number, [answer(failing(EPERM))])),
    ...where(CLONE3, [answer(failing(ENOSYS))]),
    ...where(architecture.clone, [
      load(ARGUMENT_0),
      [JUMP_ANY_BIT, 0, 1, NEW_NAMESPACES],
      answer(failing(EPERM)),
      answer(ALLOW),
    ]),
    ...where(architecture.socket, [
      load(ARGUMENT_0),
      ...requireOneOf(ADDRESS_FAMILIES),
      load(ARGUMENT_1),
      [AND, 0, 0, SOCKET_TYPE_MASK],
      ...requireOneOf(SOCKET_TYPES),
      answer(ALLOW),
    ]),
    answer(ALLOW),
  ];
  const bytes = Buffer.alloc(program.length * 8);
  for (const [index, [code, ifTrue, ifFalse, value]] of program.entries()) {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(ifTrue, index * 8 + 2);
    bytes.writeUInt8(ifFalse, index * 8 + 3);
    bytes.writeUInt32LE(value >>> 0, index * 8 + 4);
  }
  return bytes;
}
