export { disableSpanGroups, enableSpanGroups } from './enable-span-groups.ts';
export { registerSpanGroups } from './register-span-groups.ts';
export { resolveSpanGroups } from './resolve-span-groups.ts';
export { SpanGroup } from './span-group.ts';

export type { SpanGroupRegistration } from './register-span-groups.ts';
export type { ResolvedSpanGroups, UnknownSpanGroup } from './resolve-span-groups.ts';
export type { SpanGroupHandle } from './span-group.ts';
