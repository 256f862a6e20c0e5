import type { SpanRecord } from '@gym/trace-analysis';

import { insertInBatches } from '../store/insert-in-batches.ts';
import type { ViewerStore } from '../store/viewer-store.ts';
import { answerApi } from './answer-api.ts';
import { createLiveBoard } from './live-board.ts';
import type { LiveState } from './live-board.ts';
import { createRunLoader } from './load-run.ts';
import { createMetricBoard } from './metric-board.ts';
import { receiveSpans } from './receive-spans.ts';
import { startWebServer } from './start-web-server.ts';
import { webFolder as builtFolder } from './web-folder.ts';

/** Settings of {@link startViewer}; a port of 0 is a free one. */
export interface ViewerOptions {
  /** Closed by `stop()`. */
  readonly store: ViewerStore;
  readonly host?: string | undefined;
  /** What senders of OTLP have to give as `authorization: Bearer <token>`; default nothing. */
  readonly authToken?: string | undefined;
  readonly port: number;
  readonly grpcPort: number;
  readonly httpPort: number;
  /** The built page; default the build's. */
  readonly webFolder?: string | undefined;
  /** Shown as if they had been received. */
  readonly spans?: readonly SpanRecord[] | undefined;
  readonly log: (message: string) => void;
}

/** A running viewer. */
export interface Viewer {
  /** Of the page. */
  readonly url: string;
  /** Of OTLP over HTTP and gRPC. */
  readonly httpUrl: string;
  readonly grpcUrl: string;
  /** Resolves when what was accepted so far is stored. */
  settle(): Promise<void>;
  /** Closes all ports, stores what was accepted, closes the store. */
  stop(): Promise<void>;
}

/** What `/api/events` sends: the live board, and numbers that rise whenever the store or the metrics changed. */
export interface ViewerState extends LiveState {
  readonly version: number;
  readonly metricsVersion: number;
}

/** Starts receiver and web server over a store. Rejects, with nothing left open, when a port is taken. */
export async function startViewer(options: ViewerOptions): Promise<Viewer> {
  const { store, host = '127.0.0.1', port, grpcPort, httpPort, webFolder = builtFolder, spans = [], log } = options;
  const board = createLiveBoard(Date.now);
  const metricBoard = createMetricBoard(Date.now);
  let [version, metricsVersion] = [0, 0];
  const onStored = (stored: readonly SpanRecord[]): void => {
    version += 1;
    board.add(stored);
  };
  const onRefused = (error: Error): void => {
    board.refuse();
    log(`spans were not stored: ${error.message}`);
  };
  const loadRun = createRunLoader(store, () => version);
  const stops: (() => Promise<void>)[] = [() => store.close()];
  const stop = async (): Promise<void> => {
    for (const end of stops.splice(0).toReversed()) await end();
  };
  try {
    if (spans.length > 0) {
      await insertInBatches(store, spans);
      onStored(spans);
    }
    const receiver = await receiveSpans({
      host,
      authToken: options.authToken,
      grpcPort,
      httpPort,
      store,
      onStored,
      onMetrics: (metrics) => {
        metricsVersion += 1;
        metricBoard.add(metrics);
      },
      onDroppedLogs: (count) => board.dropLogs(count),
      onRefused,
    });
    stops.push(() => receiver.stop());
    const answer = (name: string, query: URLSearchParams): Promise<unknown> =>
      answerApi(name, query, { store, loadRun, metrics: () => metricBoard.series() });
    const state = (): ViewerState => ({ ...board.state(Date.now()), version, metricsVersion });
    const web = await startWebServer({ host, port, webFolder, answer, state });
    stops.push(() => web.stop());
    const { httpUrl, grpcUrl } = receiver;
    return { url: web.url, httpUrl, grpcUrl, settle: () => receiver.settle(), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
