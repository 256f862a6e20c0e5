/** Runs jobs one after the other; resolves or rejects as the job does. */
export type Queue = <T>(job: () => Promise<T>) => Promise<T>;

/** Makes a queue: one connection must never run two queries at a time, the second would end the first. */
export function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve();
  return (job) => {
    const done = last.then(job);
    last = done.catch(() => {});
    return done;
  };
}
