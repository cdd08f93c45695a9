import { rm } from 'node:fs/promises';

declare global {
  var stopSharedPlatform: (() => Promise<void>) | undefined;
  var stopTestMongod: (() => Promise<void>) | undefined;
  var testDataDirectory: string | undefined;
}

/** Stops what `start` started and removes its data. */
export default async function stop(): Promise<void> {
  await globalThis.stopSharedPlatform?.();
  await globalThis.stopTestMongod?.();
  if (globalThis.testDataDirectory !== undefined)
    await rm(globalThis.testDataDirectory, { recursive: true, force: true });
}
