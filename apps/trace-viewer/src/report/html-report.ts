import { categories, explainStragglers, fleetReport, groupLens } from '@gym/trace-analysis';
import type { FleetReport, SpanAnalysis, Straggler } from '@gym/trace-analysis';

import { categoryColours } from './category-colours.ts';
import { categoryTitle } from './category-title.ts';
import { formatDuration, formatMs, formatShare } from './format-duration.ts';
import { htmlHistogram } from './html-histogram.ts';
import { reportStyle } from './html-style.ts';
import { htmlTable } from './html-table.ts';
import { htmlWaterfall } from './html-waterfall.ts';
import { html } from './html.ts';
import type { Markup } from './html.ts';

/** What the report is about. */
export interface HtmlReportOptions {
  readonly title: string;
  /** Slowest rollouts that are explained and drawn. */
  readonly slowest: number;
}

/** A run as one HTML file without scripts and without anything from outside; what comes from spans is text. */
export function htmlReport({ rollouts }: SpanAnalysis, { title, slowest }: HtmlReportOptions): string {
  const report = fleetReport(rollouts);
  const stragglers = explainStragglers(rollouts, { limit: slowest, share: 1 });
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        <style>
          ${reportStyle}
        </style>
      </head>
      <body>
        <h1>${title}</h1>
        ${totals(report)}
        <h2>Where rollout time went</h2>
        ${shares(report)}
        <h2>Rollout durations</h2>
        ${htmlHistogram(rollouts.map(({ durationNs }) => Number(durationNs) / 1e6))}
        <h2>Slowest rollouts</h2>
        ${stragglers.map(slow)}
        <h2>Models, tools and verifiers</h2>
        ${calls(report)}
        <h2>Spans</h2>
        ${spans(report)}
        <h2>Tasks whose group waited longest for one attempt</h2>
        ${groups(rollouts)}
      </body>
    </html> `;
  return page.text;
}

function totals({ rollouts, wallMs, rolloutsPerMinute, meanConcurrency, evidence, tokens }: FleetReport): Markup {
  const { count, failed, p50Ms, p95Ms, p99Ms } = rollouts;
  const facts: readonly (readonly [string, string])[] = [
    ['rollouts', `${count} (${failed} failed)`],
    ['wall time', formatMs(wallMs)],
    ['per minute', rolloutsPerMinute.toFixed(1)],
    ['in flight', meanConcurrency.toFixed(1)],
    ['p50', formatMs(p50Ms)],
    ['p95', formatMs(p95Ms)],
    ['p99', formatMs(p99Ms)],
    ['tokens out', String(tokens.output)],
    ['evidence', formatShare(evidence)],
  ];
  return html`<dl class="facts">
    ${facts.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}

function shares(report: FleetReport): Markup {
  const parts = categories.filter((category) => report.shares[category] > 0);
  const bar = parts.map(
    (category) =>
      html`<i
        style="flex:${report.shares[category]};background:${categoryColours[category]}"
        title="${categoryTitle(category)}"
      ></i>`,
  );
  const legend = parts.map(
    (category) =>
      html`<li>
        <i style="background:${categoryColours[category]}"></i>${categoryTitle(category)}
        ${formatShare(report.shares[category] / 10_000)}
      </li>`,
  );
  return html`<div class="shares">${bar}</div>
    <ul class="legend">
      ${legend}
    </ul>`;
}

function slow({ rollout, explanation }: Straggler): Markup {
  return html`<details>
    <summary>${explanation}</summary>
    ${htmlWaterfall(rollout)}
  </details>`;
}

function calls(report: FleetReport): Markup {
  const rows = report.calls.map(({ kind, name, count, failureRate, retries, p50Ms, p95Ms }) => [
    `${kind} ${name}`,
    String(count),
    formatShare(failureRate),
    String(retries),
    formatMs(p50Ms),
    formatMs(p95Ms),
  ]);
  return htmlTable(['name', 'calls', 'failed', 'retries', 'p50', 'p95'], rows);
}

function spans(report: FleetReport): Markup {
  const rows = report.spans
    .slice(0, 40)
    .map(({ server, name, count, errors, p50Ms, p95Ms, p99Ms }) => [
      `${server} ${name}`,
      String(count),
      String(errors),
      formatMs(p50Ms),
      formatMs(p95Ms),
      formatMs(p99Ms),
    ]);
  return htmlTable(['span', 'count', 'errors', 'p50', 'p95', 'p99'], rows);
}

function groups(rollouts: SpanAnalysis['rollouts']): Markup {
  const rows = groupLens(rollouts)
    .filter(({ attempts }) => attempts.length > 1)
    .slice(0, 20)
    .map(({ task, attempts, failed, waitedFor, spread }) => [
      task,
      String(attempts.length),
      String(failed),
      `${spread.toFixed(1)}x`,
      waitedFor?.rollout.id ?? '',
      formatDuration(waitedFor?.aloneNs ?? 0n),
    ]);
  return htmlTable(['task', 'attempts', 'failed', 'longest / shortest', 'waited for', 'alone for'], rows);
}
