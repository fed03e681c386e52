/** Whether a reload of this page works without the server. */
export const startsOffline = (): boolean =>
  'serviceWorker' in navigator && navigator.serviceWorker.controller !== null

/**
 * Registers the service worker that starts this page without the server. Its scope is the two
 * addresses of the wall, so that it never affects the office.
 */
export function keepForOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // A TV whose browser has no service workers still shows its screen.
  for (const scope of ['/realData', '/virtualData'])
    navigator.serviceWorker.register('/wall-worker.js', { scope }).catch(() => undefined)
}
