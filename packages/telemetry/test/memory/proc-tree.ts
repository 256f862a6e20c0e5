import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What `/proc` says of one process, in kB; without `pssKb` there is no `smaps_rollup`, without `rssKb` it is a zombie. */
export interface FakeProcess {
  readonly pid: number;
  readonly children?: readonly number[];
  readonly rssKb?: number;
  readonly pssKb?: number;
}

/** A directory tree like `/proc`, deleted when its block ends. */
export interface ProcTree extends AsyncDisposable {
  readonly root: string;
  /** Writes the files of a process; those of an older state are replaced. */
  set(process: FakeProcess): Promise<void>;
  remove(pid: number): Promise<void>;
  setHost(totalKb: number, availableKb: number): Promise<void>;
}

/** Makes a fake `/proc` with a host of 1000 kB, of which 400 kB are available. */
export async function createProcTree(processes: readonly FakeProcess[]): Promise<ProcTree> {
  const root = await mkdtemp(join(tmpdir(), 'gym-proc-'));
  const tree: ProcTree = {
    root,
    set: async ({ children = [], pid, pssKb, rssKb }) => {
      const folder = join(root, String(pid));
      await rm(folder, { recursive: true, force: true });
      // Two threads; the second one has the children.
      for (const [thread, ids] of [[pid, []] as const, [pid + 100_000, children] as const]) {
        await mkdir(join(folder, `task/${thread}`), { recursive: true });
        await writeFile(join(folder, `task/${thread}/children`), ids.map((id) => `${id} `).join(''));
      }
      const memory = rssKb === undefined ? '' : `VmHWM:\t  999999 kB\nVmRSS:\t  ${rssKb} kB\nRssAnon:\t       1 kB\n`;
      await writeFile(join(folder, 'status'), `Name:\tnode\nPid:\t${pid}\n${memory}Threads:\t2\n`);
      if (pssKb === undefined) return;
      const rollup = `00-ff ---p 00000000 00:00 0    [rollup]\nRss:    ${rssKb} kB\nPss:    ${pssKb} kB\nPss_Anon:   1 kB\n`;
      await writeFile(join(folder, 'smaps_rollup'), rollup);
    },
    remove: (pid) => rm(join(root, String(pid)), { recursive: true, force: true }),
    setHost: (totalKb, availableKb) =>
      writeFile(join(root, 'meminfo'), `MemTotal: ${totalKb} kB\nMemFree: 1 kB\nMemAvailable: ${availableKb} kB\n`),
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
  await tree.setHost(1000, 400);
  for (const process of processes) await tree.set(process);
  return tree;
}
