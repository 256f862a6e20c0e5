import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The ids of a process and all that descend from it; empty when it is gone. Detached processes are not found. */
export async function readProcessTree(procRoot: string, rootPid: number): Promise<readonly number[]> {
  const tree = new Set<number>();
  const queue = [rootPid];
  for (let pid = queue.pop(); pid !== undefined; pid = queue.pop()) {
    const tasks = await listTasks(procRoot, pid);
    if (tasks.length === 0 || tree.has(pid)) continue;
    tree.add(pid);
    for (const task of tasks) queue.push(...(await readChildren(join(procRoot, `${pid}/task/${task}/children`))));
  }
  return [...tree];
}

async function listTasks(procRoot: string, pid: number): Promise<readonly string[]> {
  try {
    return await readdir(join(procRoot, `${pid}/task`));
  } catch {
    return []; // Ended meanwhile.
  }
}

async function readChildren(file: string): Promise<readonly number[]> {
  try {
    return (await readFile(file, 'utf8')).split(/\s+/).filter(Boolean).map(Number);
  } catch {
    return []; // The thread ended, or the kernel lists no children.
  }
}
