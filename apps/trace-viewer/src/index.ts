export { checkPropagation } from './check/check-propagation.ts';
export { createTerminal } from './cli/terminal.ts';
export { htmlReport } from './report/html-report.ts';
export { printSlowest, printSummary, printTimeShares } from './report/terminal-summary.ts';
export { startViewer } from './serve/start-viewer.ts';
export { createMemoryStore } from './store/create-memory-store.ts';

export type { CheckOptions, Finding, PropagationCheck } from './check/check-propagation.ts';
export type { Terminal } from './cli/terminal.ts';
export type { HtmlReportOptions } from './report/html-report.ts';
export type { SummaryOptions } from './report/terminal-summary.ts';
export type { Viewer, ViewerOptions } from './serve/start-viewer.ts';
export type { MemoryStore, MemoryStoreOptions } from './store/create-memory-store.ts';
export type { ViewerStore } from './store/viewer-store.ts';
