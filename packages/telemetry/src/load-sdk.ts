import type * as Sdk from '@gym/telemetry-sdk';

/** The SDK package's module. Its types are used inside this package only, so that ours stand without it. */
export type SdkModule = Pick<typeof Sdk, 'startSdk'>;

/** The options that go to the SDK as the host gave them: it knows the types of the pieces. */
export type SdkPieces = Omit<Parameters<SdkModule['startSdk']>[0], 'config' | 'runId' | 'env' | 'log'>;

/** A running SDK. */
export type StartedSdk = Awaited<ReturnType<SdkModule['startSdk']>>;

/** The SDK as loaded, or why it is not there. */
export type LoadedSdk =
  | { readonly ok: true; readonly sdk: SdkModule }
  | { readonly ok: false; readonly missing: boolean; readonly reason: string };

/**
 * Loads `@gym/telemetry-sdk`; only reached when telemetry is on.
 *
 * `missing` tells an SDK that is not installed, which is a choice, from one that fails to load. Never rejects.
 */
export async function loadSdk(load: () => Promise<unknown> = () => import('@gym/telemetry-sdk')): Promise<LoadedSdk> {
  try {
    return { ok: true, sdk: (await load()) as SdkModule };
  } catch (error) {
    const { code } = error as { code?: string };
    const reason = error instanceof Error ? error.message : String(error);
    const missing = /MODULE_NOT_FOUND/.test(code ?? '') && reason.includes("'@gym/telemetry-sdk'");
    return { ok: false, missing, reason };
  }
}
