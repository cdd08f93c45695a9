/** Strategies that attack the process that runs them; each acts when freqtrade calls it for indicators. */

/** A strategy whose indicators are made by these lines. */
export function attack(...lines: string[]): string {
  return `
import os, socket, sys
from freqtrade.strategy import IStrategy


class Hostile(IStrategy):
    timeframe = "1h"
    minimal_roi = {"0": 0.03}
    stoploss = -0.03

    def populate_indicators(self, dataframe, metadata):
${lines.map((line) => `        ${line}`).join('\n')}
        return dataframe

    def populate_entry_trend(self, dataframe, metadata):
        return dataframe

    def populate_exit_trend(self, dataframe, metadata):
        return dataframe
`;
}

/** Those that a limit must end, by their error code. */
export const overreaching: readonly [what: string, code: string, strategy: string][] = [
  ['a fork bomb', 'process_limit_exceeded', attack('while True: os.fork()')],
  ['more memory than any machine has', 'memory_limit_exceeded', attack('x = bytearray(1 << 50)')],
  [
    'a flood of log lines',
    'output_limit_exceeded',
    attack('while True: os.write(2, (b"line of a flood " * 64 + b"\\n") * 64)'),
  ],
];

/** Never ends by itself. */
export const endlessLoop = attack('while True: pass');

/** Prints every file that it can read at these places and anywhere below the root; the interpreter itself is no secret. */
export function fileReader(paths: readonly string[]): string {
  return attack(
    'known = ("/usr", "/lib", "/dev", sys.prefix, sys.base_prefix)',
    'def show(path):',
    '    try: print("READ", path, open(path, "rb").read(4096))',
    '    except OSError as error: print("no", error.errno)',
    `for path in ${JSON.stringify([...paths, '/'])}:`,
    '    show(path)',
    '    for folder, folders, files in os.walk(path):',
    '        folders[:] = [name for name in folders if os.path.join(folder, name) not in known]',
    '        for name in files: show(os.path.join(folder, name))',
  );
}

/** Prints its environment and that of every process that it can see, and what its own memory maps name. */
export const environmentDumper = attack(
  'print(dict(os.environ))',
  'for place in ("/proc/1", "/proc/self", f"/proc/{os.getppid()}", *(f"/proc/{n}" for n in range(1, 300))):',
  '    for name in ("environ", "cmdline", "maps"):',
  '        try: print("READ", open(f"{place}/{name}", "rb").read(65536))',
  '        except OSError: pass',
);

/** Connects to these addresses, to a resolver and to sockets of the machine. */
export function socketOpener(addresses: readonly (readonly [host: string, port: number])[]): string {
  return attack(
    `for host, port in ${JSON.stringify(addresses)}:`,
    '    try: socket.create_connection((host, port), 1); print("CONNECTED", host, port)',
    '    except OSError as error: print("no", error)',
    'try: socket.gethostbyname("example.com"); print("CONNECTED by name")',
    'except OSError as error: print("no", error)',
    'try: socket.socket(socket.AF_UNIX).connect("/var/run/docker.sock"); print("CONNECTED to a socket")',
    'except OSError as error: print("no", error)',
  );
}
