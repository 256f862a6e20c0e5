import { benchClient } from './bench-client.ts';
import { benchDemo } from './bench-demo.ts';
import { benchExport } from './bench-export.ts';
import { benchFuzz } from './bench-fuzz.ts';
import { benchServer } from './bench-server.ts';
import { benchSoak } from './bench-soak.ts';
import { benchSpans } from './bench-spans.ts';
import { benchStartup } from './bench-startup.ts';
import { benchViewer } from './bench-viewer.ts';

const benches: Readonly<Record<string, { readonly about: string; readonly run: () => unknown }>> = {
  spans: { about: 'gate and wrappers off, spans on (1 min)', run: benchSpans },
  startup: { about: 'CPU, memory and modules of a start (1 min)', run: benchStartup },
  client: { about: 'CPU of an outgoing call, against undici bare and instrumented (3 min)', run: benchClient },
  server: { about: 'CPU of an answered request, against node:http bare and instrumented (1 min)', run: benchServer },
  export: {
    about: 'CPU of a span sent and spans/s without loss, against stock exporters; console lines/s (4 min)',
    run: benchExport,
  },
  demo: { about: 'rollouts per second with telemetry off, console and OTLP (2 min)', run: benchDemo },
  viewer: {
    about: 'ingest, questions at a million spans, and kill -9 of gym-trace serve (3 min, or VIEWER_MINUTES more)',
    run: benchViewer,
  },
  fuzz: { about: '100 000 random blocks, environments and headers (2 min)', run: benchFuzz },
  soak: { about: '2000 spans/s while the collector comes and goes (10 min, or SOAK_MINUTES)', run: benchSoak },
};

const asked = process.argv.slice(2);
/** What runs when nothing is asked for by name. */
const usual = ['spans', 'startup', 'demo'];
if (asked.some((name) => !Object.hasOwn(benches, name))) {
  const lines = Object.entries(benches).map(([name, { about }]) => `  ${name.padEnd(10)}${about}`);
  console.log(`Usage: npm run bench -- [name ...]; ${usual.join(', ')} without a name\n\n${lines.join('\n')}`);
  process.exitCode = asked.includes('--help') ? 0 : 2;
} else {
  console.log(
    `Node ${process.version}, ${process.platform} ${process.arch}. Compare ratios within a run: machines are noisy.`,
  );
  for (const name of asked.length > 0 ? asked : usual) await benches[name]!.run();
}
