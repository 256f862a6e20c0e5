/**
 * Waits until all of `work` has settled or `timeoutMs` has passed, and says whether time ran out. Keeps the process
 * alive meanwhile, since the sockets of the exporters do not.
 */
export async function withinDeadline(
  work: readonly Promise<unknown>[],
  timeoutMs: number,
): Promise<{ timedOut: boolean }> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<{ timedOut: boolean }>((resolve) => {
    timer = setTimeout(() => resolve({ timedOut: true }), timeoutMs);
  });
  const settled = Promise.allSettled(work).then(() => ({ timedOut: false }));
  const result = await Promise.race([settled, deadline]);
  clearTimeout(timer);
  return result;
}
