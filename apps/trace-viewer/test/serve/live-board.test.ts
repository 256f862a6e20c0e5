import { describe, expect, test } from '@jest/globals';

import { createLiveBoard } from '../../src/serve/live-board.ts';
import { makeRun } from '../make-run.ts';

describe('createLiveBoard', () => {
  test('a rollout is in flight from its first inner span to gym.rollout, and is then counted as ended for 10 s', () => {
    const board = createLiveBoard(() => 1000);
    const [request, , rollout, , , , verify] = makeRun({ rollouts: 1 });
    board.add([verify!]);
    expect(board.state(1000)).toMatchObject({
      inFlightCount: 1,
      inFlight: [{ rolloutId: '0-0', lastSpan: 'tools gym.verify', spans: 1 }],
      rolloutsPerSecond: 0,
    });
    board.add([rollout!, request!]);
    expect(board.state(11_000)).toMatchObject({ received: 3, inFlightCount: 0, rolloutsPerSecond: 0.1 });
    expect(board.state(11_001)).toMatchObject({ rolloutsPerSecond: 0 });
  });

  test('the phase is that of the span that ended last, also when one that ended before it arrives later', () => {
    const [, , , first, , , verify] = makeRun({ rollouts: 1 });
    const endMs = Number(verify!.endNs / 1_000_000n);
    const board = createLiveBoard(() => endMs);
    board.add([verify!, first!]);
    expect(first!.endNs).toBeLessThan(verify!.endNs);
    expect(board.state(endMs + 250).inFlight).toMatchObject([{ lastSpan: 'tools gym.verify', sinceMs: 250, spans: 2 }]);
    // The clock of another machine may be ahead.
    expect(board.state(endMs - 250).inFlight).toMatchObject([{ sinceMs: 0 }]);
  });

  test('a rollout that is silent for more than ten minutes is dropped', () => {
    const board = createLiveBoard(() => 0);
    board.add(makeRun({ rollouts: 1 }).slice(6));
    expect(board.state(600_000).inFlightCount).toBe(1);
    expect(board.state(600_001).inFlightCount).toBe(0);
  });
});
