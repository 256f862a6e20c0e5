import {
  disableSpanGroups,
  enableSpanGroups,
  registerSpanGroups,
  resolveSpanGroups,
  SpanGroup,
} from '@gym/telemetry-span-groups';
import { afterEach, describe, expect, test } from '@jest/globals';

const spine = ['server', 'http_client', 'rollout'];

afterEach(disableSpanGroups);

describe('resolveSpanGroups', () => {
  test.each([
    ['default', ['job', ...spine, 'startup']],
    ['per_rollout', [...spine, 'agent', 'model_call', 'tool_call', 'verify']],
    ['all', ['job', ...spine, 'agent', 'model_call', 'tool_call', 'verify', 'sandbox', 'startup']],
    ['verify', ['verify']],
    [' Verify ,, AGENT, verify', ['agent', 'verify']],
    ['default,tool_call', ['job', ...spine, 'tool_call', 'startup']],
    ['', []],
    [' , ', []],
  ])('%p is %j', (spec, groups) => expect(resolveSpanGroups(spec)).toEqual({ groups, unknown: [] }));

  test('an unknown name is ignored with the nearest known name', () => {
    const { groups, unknown } = resolveSpanGroups('rolout,verify');
    expect(groups).toEqual(['verify']);
    expect(unknown.map(({ message }) => message)).toEqual([
      'span group "rolout" is unknown and ignored, did you mean "rollout"?',
    ]);
  });

  test('a name near to nothing lists what is known', () => {
    expect(resolveSpanGroups('zzzzzz').unknown[0]?.message).toMatch(
      /^span group "zzzzzz" is unknown and ignored; known are all, default, /,
    );
  });

  test.each(['__proto__', 'constructor', 'toString'])('%p is unknown like any other name', (name) => {
    expect(resolveSpanGroups(name)).toMatchObject({ groups: [], unknown: [{ name: name.toLowerCase() }] });
  });
});

describe('the gate', () => {
  test('is a plain boolean field, false until enabled', () => {
    expect(Object.getOwnPropertyDescriptor(SpanGroup.ROLLOUT, 'enabled')).toMatchObject({ value: false });
  });

  test('"verify" switches verify on and everything else off, again and again', () => {
    enableSpanGroups('all');
    enableSpanGroups('verify');
    expect(Object.values(SpanGroup).filter((group) => group.enabled)).toEqual([SpanGroup.VERIFY]);
    disableSpanGroups();
    expect(Object.values(SpanGroup).some((group) => group.enabled)).toBe(false);
  });
});

describe('groups of a library', () => {
  test('"lib_a" is a preset of its groups, "lib_a.cache" one of them, and "all" has both', () => {
    registerSpanGroups({ namespace: 'lib_a', groups: ['cache', 'queue'] });
    expect(resolveSpanGroups('lib_a').groups).toEqual(['lib_a.cache', 'lib_a.queue']);
    expect(resolveSpanGroups('LIB_A.Cache').groups).toEqual(['lib_a.cache']);
    expect(resolveSpanGroups('all').groups).toEqual(expect.arrayContaining(['lib_a.cache', 'lib_a.queue']));
    expect(resolveSpanGroups('default').groups).not.toContain('lib_a.cache');
  });

  test('a preset of the gym can be extended', () => {
    registerSpanGroups({
      namespace: 'lib_b',
      groups: ['disk'],
      presets: { per_rollout: ['disk'], lib_b_debug: ['disk'] },
    });
    expect(resolveSpanGroups('per_rollout').groups).toEqual(expect.arrayContaining(['rollout', 'lib_b.disk']));
    expect(resolveSpanGroups('lib_b_debug').groups).toEqual(['lib_b.disk']);
  });

  test('a spec in force applies to a group registered later', () => {
    expect(enableSpanGroups('verify,lib_c').unknown).toHaveLength(1);
    const { late } = registerSpanGroups({ namespace: 'lib_c', groups: ['late'] });
    expect(late.enabled).toBe(true);
  });

  test('registering twice gives the same handles', () => {
    const first = registerSpanGroups({ namespace: 'lib_d', groups: ['x'] });
    expect(registerSpanGroups({ namespace: 'lib_d', groups: ['x', 'y'] }).x).toBe(first.x);
    expect(resolveSpanGroups('lib_d').groups).toEqual(['lib_d.x', 'lib_d.y']);
  });

  test.each([
    [{ namespace: 'Lib', groups: ['x'] }, 'namespace must be a lower-case word (a-z, 0-9, _), received "Lib"'],
    [{ namespace: 'lib', groups: ['a,b'] }, 'span group must be a lower-case word (a-z, 0-9, _), received "a,b"'],
    [
      { namespace: 'lib', groups: ['x'], presets: { all: ['x'] } },
      'the preset "all" is every registered group and cannot be changed',
    ],
    [
      { namespace: 'lib', groups: ['x'], presets: { p: ['y'] } },
      'preset "p" names "y", which is not among the registered groups',
    ],
  ])('%j throws: %s', (registration, message) => {
    expect(() => registerSpanGroups(registration as never)).toThrow(new TypeError(message));
    expect(resolveSpanGroups('lib').groups).toEqual([]);
  });
});
