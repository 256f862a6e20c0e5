import type { IncomingHttpHeaders } from 'node:http';
import type { Duplex } from 'node:stream';

import type { Dispatcher } from 'undici';

import type { ClientCall } from './client-call.ts';

/** The callbacks undici makes, those its types leave out included. */
type Handler = Dispatcher.DispatchHandler & {
  onConnect?(abort: (error?: Error) => void, context?: unknown): void;
  onRequestSent?(): void;
};
type Controller = Dispatcher.DispatchController;

/**
 * A handler that tells `call` how the response goes and hands every callback on to `handler`.
 *
 * It has the shape `handler` has: undici 8 takes `onRequestStart` handlers only, and undici 7 would parse the headers
 * a second time to turn one shape into the other.
 */
export function followResponse(handler: Dispatcher.DispatchHandler, call: ClientCall): Dispatcher.DispatchHandler {
  return typeof handler.onRequestStart === 'function' ? new Follower(handler, call) : new LegacyFollower(handler, call);
}

class Follower implements Handler {
  readonly #handler: Handler;
  readonly #call: ClientCall;

  constructor(handler: Handler, call: ClientCall) {
    this.#handler = handler;
    this.#call = call;
  }

  onRequestStart(controller: Controller, context: unknown): void {
    this.#handler.onRequestStart?.(controller, context);
  }

  onRequestUpgrade(controller: Controller, statusCode: number, headers: IncomingHttpHeaders, socket: Duplex): void {
    this.#call.upgrade(statusCode);
    this.#handler.onRequestUpgrade?.(controller, statusCode, headers, socket);
  }

  onResponseStarted(): void {
    this.#handler.onResponseStarted?.();
  }

  onResponseStart(
    controller: Controller,
    statusCode: number,
    headers: IncomingHttpHeaders,
    statusMessage?: string,
  ): void {
    this.#call.respond(statusCode);
    this.#handler.onResponseStart?.(controller, statusCode, headers, statusMessage);
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    this.#handler.onResponseData?.(controller, chunk);
  }

  onResponseEnd(controller: Controller, trailers: IncomingHttpHeaders): void {
    this.#call.end();
    this.#handler.onResponseEnd?.(controller, trailers);
  }

  onResponseError(controller: Controller, error: Error): void {
    this.#call.end(error);
    this.#handler.onResponseError?.(controller, error);
  }

  onBodySent(chunkSize: number, totalBytesSent: number): void {
    this.#handler.onBodySent?.(chunkSize, totalBytesSent);
  }

  onRequestSent(): void {
    this.#handler.onRequestSent?.();
  }
}

class LegacyFollower implements Handler {
  readonly #handler: Handler;
  readonly #call: ClientCall;

  constructor(handler: Handler, call: ClientCall) {
    this.#handler = handler;
    this.#call = call;
  }

  onConnect(abort: (error?: Error) => void, context?: unknown): void {
    this.#handler.onConnect?.(abort, context);
  }

  onUpgrade(statusCode: number, headers: Buffer[] | string[] | null, socket: Duplex): void {
    this.#call.upgrade(statusCode);
    this.#handler.onUpgrade?.(statusCode, headers, socket);
  }

  onResponseStarted(): void {
    this.#handler.onResponseStarted?.();
  }

  onHeaders(statusCode: number, headers: Buffer[], resume: () => void, statusText: string): boolean {
    this.#call.respond(statusCode);
    return this.#handler.onHeaders?.(statusCode, headers, resume, statusText) as boolean;
  }

  onData(chunk: Buffer): boolean {
    return this.#handler.onData?.(chunk) as boolean;
  }

  onComplete(trailers: string[] | null): void {
    this.#call.end();
    this.#handler.onComplete?.(trailers);
  }

  onError(error: Error): void {
    this.#call.end(error);
    this.#handler.onError?.(error);
  }

  onBodySent(chunkSize: number, totalBytesSent: number): void {
    this.#handler.onBodySent?.(chunkSize, totalBytesSent);
  }

  onRequestSent(): void {
    this.#handler.onRequestSent?.();
  }
}
