import type { Sender } from '../pipeline/sender.ts';
import type { OtlpTarget, OtlpTransport } from './otlp-transport.ts';

/** How items of one signal become a request body. */
export type Encode<T> = (items: readonly T[]) => Uint8Array;

/** Joins an encoder and the transport of the target's protocol; only that protocol's code is loaded. */
export async function createOtlpSender<T>(target: OtlpTarget, encode: Encode<T>): Promise<Sender<T>> {
  const transport = await loadTransport(target);
  return {
    send: async (items, abort) => transport.send(encode(items), abort),
    close: () => transport.close(),
  };
}

async function loadTransport(target: OtlpTarget): Promise<OtlpTransport> {
  if (target.protocol === 'grpc') return (await import('./grpc-transport.ts')).createGrpcTransport(target);
  return (await import('./http-transport.ts')).createHttpTransport(target);
}
