import { beginServerStartup, initTelemetry, shutdownTelemetry } from '@gym/telemetry';
import { fastifyTelemetry, rewriteRolloutUrl } from '@gym/telemetry-server';
import Fastify, { type FastifyInstance } from 'fastify';

import { answerOf } from './server-error.ts';
import { readServerSetup, type ServerSetup } from './server-setup.ts';

const livenessRoutes = ['/', '/health', '/healthz', '/livez', '/readyz'] as const;
/** How long requests that are running may take after the order to stop. */
const drainMs = 3000;
const flushMs = 5000;
const maxBodyBytes = 16 * 1024 * 1024;

/** Adds the routes of one kind of server; `selfUrl` gives the server's own address once it listens. */
export type RegisterRoutes = (app: FastifyInstance, setup: ServerSetup, selfUrl: () => string) => void;

async function createApp(): Promise<FastifyInstance> {
  const app = Fastify({ bodyLimit: maxBodyBytes, rewriteUrl: rewriteRolloutUrl, forceCloseConnections: 'idle' });
  await app.register(fastifyTelemetry);
  for (const route of livenessRoutes) app.get(route, () => ({ status: 'ok' }));
  app.setErrorHandler((error, request, reply) => {
    const { status, message } = answerOf(error);
    if (status >= 500) console.error(`${request.method} ${request.url}: ${status} ${message}`);
    return reply.code(status).type('application/json').send(JSON.stringify(message));
  });
  return app;
}

async function stop(app: FastifyInstance): Promise<never> {
  await Promise.race([app.close(), new Promise((resolve) => setTimeout(resolve, drainMs))]);
  await shutdownTelemetry({ timeoutMs: flushMs });
  process.exit(0);
}

/**
 * Runs one server process of the fleet until the supervisor stops it.
 *
 * Telemetry comes from the environment alone. The address goes to the supervisor over IPC. SIGTERM, and the end of the
 * supervisor (its IPC channel closes), stop the server: running requests get 3 s, then spans are flushed. Ctrl-C reaches
 * the whole process group of a terminal and is left to the supervisor.
 */
export async function serve(register: RegisterRoutes): Promise<void> {
  process.on('SIGINT', () => {});
  const startup = beginServerStartup(process.env);
  startup.stage('load_config');
  const setup = readServerSetup(process.env);
  startup.stage('init_telemetry');
  await initTelemetry({ serverName: setup.name, serverType: setup.type, exitHooks: false });
  startup.stage('setup_webserver');
  const app = await createApp();
  let selfUrl = '';
  register(app, setup, () => selfUrl);
  let stopping: Promise<never> | undefined;
  const stopOnce = (): void => {
    stopping ??= stop(app);
  };
  process.once('SIGTERM', stopOnce);
  process.once('disconnect', stopOnce);
  try {
    startup.stage('listen');
    selfUrl = await app.listen({ host: String(setup.settings.host), port: Number(setup.settings.port) });
    startup.finish();
  } catch (error) {
    startup.finish(error);
    console.error(`cannot listen: ${error instanceof Error ? error.message : String(error)}`);
    await shutdownTelemetry({ timeoutMs: flushMs });
    process.exit(1);
  }
  process.send?.({ kind: 'listening', url: selfUrl });
}
