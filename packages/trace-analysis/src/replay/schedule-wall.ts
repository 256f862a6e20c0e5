/** How long some jobs take on a number of places, each started, in order, as soon as a place is free. */
export function scheduleWall(durations: readonly number[], places: number): number {
  // A binary heap of the times at which the places become free; the earliest is first.
  const free = new Float64Array(Math.max(1, Math.min(places, durations.length)));
  let wall = 0;
  for (const duration of durations) {
    const end = free[0]! + duration;
    if (end > wall) wall = end;
    let at = 0;
    for (let child = 1; child < free.length; child = 2 * at + 1) {
      if (child + 1 < free.length && free[child + 1]! < free[child]!) child += 1;
      if (free[child]! >= end) break;
      free[at] = free[child]!;
      at = child;
    }
    free[at] = end;
  }
  return wall;
}
