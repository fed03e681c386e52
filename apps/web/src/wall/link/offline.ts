/** Whether a reload of this page starts without the server. */
export const startsOffline = (): boolean =>
  'serviceWorker' in navigator && navigator.serviceWorker.controller !== null

/**
 * The worker that starts this page without the server. It is bound to the two addresses of the wall, so that the office
 * never meets it.
 */
export function keepForOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // A TV whose browser has none shows its screen all the same.
  for (const scope of ['/realData', '/virtualData'])
    navigator.serviceWorker.register('/wall-worker.js', { scope }).catch(() => undefined)
}
