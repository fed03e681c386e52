/** Whether a reload of this page works without the server. */
export const startsOffline = (): boolean =>
  'serviceWorker' in navigator && navigator.serviceWorker.controller !== null

/**
 * Registers the service worker that starts the pages below these addresses without the server. Over plain http there
 * is none, and nothing changes.
 */
export function keepForOffline(worker: 'office' | 'wall', scopes: readonly string[]): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // A browser that refuses it still shows its pages while the server answers.
  for (const scope of scopes)
    navigator.serviceWorker.register(`/${worker}-worker.js`, { scope }).catch(() => undefined)
}

/**
 * Registers the service worker that saves a tab compiling the office's first files again, unless the office is installed.
 * Browsers without static routes refuse it.
 */
export async function registerTabWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  const registered = await serviceWorker.getRegistration('/')
  if (registered === undefined) await serviceWorker.register('/tab-worker.js').catch(() => undefined)
}
