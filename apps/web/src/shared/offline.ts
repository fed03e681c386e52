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
