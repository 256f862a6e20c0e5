import { expect, test } from '@jest/globals';

import { splitRolloutPrefix } from '../src/rollout-prefix.ts';

test.each([
  ['/ng-rollout/7-0/v1/responses', '/v1/responses', '7-0'],
  ['/ng-rollout/a.b_c-a1/verify?x=1', '/verify?x=1', 'a.b_c-a1'],
  ['/ng-rollout/7-0', '/', '7-0'],
  ['/ng-rollout/7-0/', '/', '7-0'],
  ['/ng-rollout/7-0?x=1', '/?x=1', '7-0'],
  ['/ng-rollout/', '/ng-rollout/', undefined],
  ['/ng-rollout/-7/run', '/ng-rollout/-7/run', undefined],
  ['/ng-rollout/a%20b/run', '/ng-rollout/a%20b/run', undefined],
  ['/ng-rollouts/7/run', '/ng-rollouts/7/run', undefined],
  ['/run?next=/ng-rollout/7/x', '/run?next=/ng-rollout/7/x', undefined],
  ['', '', undefined],
])('the target %s is %s of rollout %s', (given, target, rolloutId) => {
  expect(splitRolloutPrefix(given)).toEqual({ target, rolloutId });
});
