/** One request of a case of the W3C trace-context harness, and what the next hop has to receive. */
export interface ConformanceCase {
  /** Name of the harness case. */
  readonly name: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Whether the trace id of the request goes on; else a new trace starts. */
  readonly continued: boolean;
  /** The tracestate of the next hop, undefined for none. */
  readonly tracestate: string | undefined;
}

export const traceId = '12345678901234567890123456789012';
const valid = `00-${traceId}-1234567890123456-01`;
const unsampled = `00-${traceId}-1234567890123456-00`;

function parent(name: string, header: string, continued: boolean): ConformanceCase {
  return { name, headers: [['traceparent', header]], continued, tracestate: undefined };
}

function restarts(name: string, ...headers: string[]): ConformanceCase[] {
  return headers.map((header) => parent(name, header, false));
}

function continues(name: string, ...headers: string[]): ConformanceCase[] {
  return headers.map((header) => parent(name, header, true));
}

function state(name: string, values: readonly string[], tracestate: string | undefined): ConformanceCase {
  const headers = values.map((value) => ['tracestate', value] as const);
  return { name, headers: [['traceparent', unsampled], ...headers], continued: true, tracestate };
}

function named(name: string, header: readonly [string, string], tracestate: string | undefined): ConformanceCase {
  return { name, headers: [['traceparent', unsampled], header], continued: true, tracestate };
}

function numbered(from: number, to: number): string {
  const members = Array.from({ length: to - from + 1 }, (_, index) => String(from + index).padStart(2, '0'));
  return members.map((number) => `bar${number}=${number}`).join(',');
}

const letters = 'abcdefghijklmnopqrstuvwxyz';
const allKeyCharacters = `${letters}0123456789_-*/`;
const allTenantCharacters = `${allKeyCharacters}@a-z0-9_-*/`;
const allValueCharacters = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index))
  .filter((character) => character !== ',' && character !== '=')
  .join('');
const upTo30 = [numbered(1, 10), numbered(11, 20), numbered(21, 30)];

/** The single-request cases of the public harness at its strictest level, one entry for each request it sends. */
export const harnessCases: readonly ConformanceCase[] = [
  { name: 'test_both_traceparent_and_tracestate_missing', headers: [], continued: false, tracestate: undefined },
  ...continues('test_traceparent_included_tracestate_missing', valid),
  {
    name: 'test_traceparent_duplicated',
    headers: [
      ['traceparent', '00-12345678901234567890123456789011-1234567890123456-01'],
      ['traceparent', valid],
    ],
    continued: false,
    tracestate: undefined,
  },
  ...['trace-parent', 'trace.parent'].map((header) => ({
    name: 'test_traceparent_header_name',
    headers: [[header, valid] as const],
    continued: false,
    tracestate: undefined,
  })),
  ...['TraceParent', 'TrAcEpArEnT', 'TRACEPARENT'].map((header) => ({
    name: 'test_traceparent_header_name_valid_casing',
    headers: [[header, valid] as const],
    continued: true,
    tracestate: undefined,
  })),
  ...restarts('test_traceparent_version_0x00', `${valid}.`, `${valid}-what-the-future-will-be-like`),
  ...continues(
    'test_traceparent_version_0xcc',
    `cc${valid.slice(2)}`,
    `cc${valid.slice(2)}-what-the-future-will-be-like`,
  ),
  ...restarts('test_traceparent_version_0xcc', `cc${valid.slice(2)}.what-the-future-will-be-like`),
  ...restarts('test_traceparent_version_0xff', `ff${valid.slice(2)}`),
  ...restarts('test_traceparent_version_illegal_characters', `.0${valid.slice(2)}`, `0.${valid.slice(2)}`),
  ...restarts('test_traceparent_version_too_long', `0${valid}`, `00${valid}`),
  ...restarts('test_traceparent_version_too_short', valid.slice(1)),
  ...restarts('test_traceparent_trace_id_all_zero', `00-${'0'.repeat(32)}-1234567890123456-01`),
  ...restarts(
    'test_traceparent_trace_id_illegal_characters',
    '00-.2345678901234567890123456789012-1234567890123456-01',
    '00-1234567890123456789012345678901.-1234567890123456-01',
  ),
  ...restarts('test_traceparent_trace_id_too_long', `00-${traceId}3-1234567890123456-01`),
  ...restarts('test_traceparent_trace_id_too_short', `00-${traceId.slice(1)}-1234567890123456-01`),
  ...restarts('test_traceparent_parent_id_all_zero', `00-${traceId}-${'0'.repeat(16)}-01`),
  ...restarts(
    'test_traceparent_parent_id_illegal_characters',
    `00-${traceId}-.234567890123456-01`,
    `00-${traceId}-123456789012345.-01`,
  ),
  ...restarts('test_traceparent_parent_id_too_long', `00-${traceId}-12345678901234567-01`),
  ...restarts('test_traceparent_parent_id_too_short', `00-${traceId}-123456789012345-01`),
  ...restarts(
    'test_traceparent_trace_flags_illegal_characters',
    `00-${traceId}-1234567890123456-.0`,
    `00-${traceId}-1234567890123456-0.`,
  ),
  ...restarts('test_traceparent_trace_flags_too_long', `00-${traceId}-1234567890123456-001`),
  ...restarts('test_traceparent_trace_flags_too_short', `00-${traceId}-1234567890123456-1`),
  ...continues('test_traceparent_ows_handling', ` ${valid}`, `\t${valid}`, `${valid} `, `${valid}\t`, `\t ${valid} \t`),
  ...['foo=1', 'foo=1,bar=2'].map((value) => ({
    name: 'test_tracestate_included_traceparent_missing',
    headers: [['tracestate', value] as const],
    continued: false,
    tracestate: undefined,
  })),
  state('test_tracestate_included_traceparent_included', ['foo=1,bar=2'], 'foo=1,bar=2'),
  named('test_tracestate_header_name', ['trace-state', 'foo=1'], undefined),
  named('test_tracestate_header_name', ['trace.state', 'foo=1'], undefined),
  named('test_tracestate_header_name_valid_casing', ['TraceState', 'foo=1'], 'foo=1'),
  named('test_tracestate_header_name_valid_casing', ['TrAcEsTaTe', 'foo=1'], 'foo=1'),
  named('test_tracestate_header_name_valid_casing', ['TRACESTATE', 'foo=1'], 'foo=1'),
  state('test_tracestate_empty_header', [''], undefined),
  state('test_tracestate_empty_header', ['foo=1', ''], 'foo=1'),
  state('test_tracestate_empty_header', ['', 'foo=1'], 'foo=1'),
  state(
    'test_tracestate_multiple_headers_different_keys',
    ['foo=1,bar=2', 'rojo=1,congo=2', 'baz=3'],
    'foo=1,bar=2,rojo=1,congo=2,baz=3',
  ),
  state('test_tracestate_duplicated_keys', ['foo=1,foo=1'], undefined),
  state('test_tracestate_duplicated_keys', ['foo=1,foo=2'], undefined),
  state('test_tracestate_duplicated_keys', ['foo=1', 'foo=1'], undefined),
  state('test_tracestate_duplicated_keys', ['foo=1', 'foo=2'], undefined),
  ...[allKeyCharacters, allTenantCharacters].map((key) =>
    state('test_tracestate_all_allowed_characters', [`${key}=${allValueCharacters}`], `${key}=${allValueCharacters}`),
  ),
  state('test_tracestate_ows_handling', ['foo=1 \t , \t bar=2, \t baz=3'], 'foo=1,bar=2,baz=3'),
  state('test_tracestate_ows_handling', ['foo=1\t \t,\t \tbar=2,\t \tbaz=3'], 'foo=1,bar=2,baz=3'),
  ...[' foo=1', '\tfoo=1', 'foo=1 ', 'foo=1\t', '\t foo=1 \t'].map((value) =>
    state('test_tracestate_ows_handling', [value], 'foo=1'),
  ),
  ...['foo =1', 'FOO=1', 'foo.bar=1'].map((value) =>
    state('test_tracestate_key_illegal_characters', [value], undefined),
  ),
  ...['foo@=1,bar=2', '@foo=1,bar=2', 'foo@@bar=1,bar=2', 'foo@bar@baz=1,bar=2'].map((value) =>
    state('test_tracestate_key_illegal_vendor_format', [value], undefined),
  ),
  state('test_tracestate_member_count_limit', [...upTo30, numbered(31, 32)], numbered(1, 32)),
  state('test_tracestate_member_count_limit', [...upTo30, numbered(31, 33)], undefined),
  ...[`${'z'.repeat(256)}=1`, `${'t'.repeat(241)}@${'v'.repeat(14)}=1`].map((member) =>
    state('test_tracestate_key_length_limit', ['foo=1', member], `foo=1,${member}`),
  ),
  ...[`${'z'.repeat(257)}=1`, `${'t'.repeat(242)}@v=1`, `t@${'v'.repeat(15)}=1`].map((member) =>
    state('test_tracestate_key_length_limit', ['foo=1', member], undefined),
  ),
  state('test_tracestate_value_illegal_characters', ['foo=bar=baz'], undefined),
  state('test_tracestate_value_illegal_characters', ['foo=,bar=3'], undefined),
];

/** Cases the harness does not have: level 2 flags and keys, joined headers, sizes. */
export const furtherCases: readonly ConformanceCase[] = [
  ...continues('random_flag_of_level_2', `00-${traceId}-1234567890123456-03`, `00-${traceId}-1234567890123456-02`),
  ...continues('unknown_flags', `00-${traceId}-1234567890123456-ff`),
  ...continues('version_01', `01${valid.slice(2)}`),
  ...continues('version_cc_with_an_empty_extra_part', `cc${valid.slice(2)}-`),
  ...continues('version_cc_with_512_characters', `cc${valid.slice(2)}-${'x'.repeat(456)}`),
  ...restarts('version_cc_with_513_characters', `cc${valid.slice(2)}-${'x'.repeat(457)}`),
  ...restarts('joined_duplicates', `${valid}, ${valid}`, `${valid},${valid}`),
  ...restarts(
    'joined_duplicates_of_a_future_version',
    `cc${valid.slice(2)}, ${valid}`,
    `cc${valid.slice(2)}-x, cc${valid.slice(2)}-x`,
  ),
  ...restarts(
    'upper_case_hex',
    `00-${'A'.repeat(32)}-1234567890123456-01`,
    `00-${traceId}-123456789012345A-01`,
    `00-${traceId}-1234567890123456-0A`,
    `CC${valid.slice(2)}`,
  ),
  ...restarts('nothing_in_it', '', '-', '---', '00', `00-${traceId}`, 'x'.repeat(9000)),
  state('key_that_starts_with_a_digit', ['1a=1'], '1a=1'),
  state('key_that_starts_with_an_underscore', ['_a=1'], undefined),
  state('member_without_equals', ['foo=1,bar'], undefined),
  state('only_empty_members', [' , \t,, '], undefined),
  state('empty_members_between', ['foo=1,, ,bar=2,'], 'foo=1,bar=2'),
  state('leading_blank_of_a_value_is_kept', ['foo= 1'], 'foo= 1'),
  state('value_of_256_characters', [`foo=${'x'.repeat(256)}`], `foo=${'x'.repeat(256)}`),
  state('value_of_257_characters', [`foo=${'x'.repeat(257)}`], undefined),
  state('value_with_a_tab_inside', ['foo=1\t2'], undefined),
  state(
    'exactly_512_characters',
    [`a=${'x'.repeat(256)},b=${'y'.repeat(251)}`],
    `a=${'x'.repeat(256)},b=${'y'.repeat(251)}`,
  ),
  state(
    '513_characters_lose_the_last_long_member',
    [`a=${'x'.repeat(256)},b=${'y'.repeat(252)}`],
    `a=${'x'.repeat(256)}`,
  ),
  state(
    'long_members_go_before_short_ones',
    [`a=1,b=${'x'.repeat(256)},c=${'y'.repeat(256)},d=4`],
    `a=1,b=${'x'.repeat(256)},d=4`,
  ),
  state(
    'short_members_go_from_the_end',
    [Array.from({ length: 6 }, (_, index) => `k${index}=${'x'.repeat(97)}`).join(',')],
    Array.from({ length: 5 }, (_, index) => `k${index}=${'x'.repeat(97)}`).join(','),
  ),
];
