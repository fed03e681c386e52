// The service worker of the office in a browser's tab: it answers no request. `worker`, `build` and `files` are written
// above it when the pages are built. A browser compiles scripts completely when a worker caches them while it is installed,
// and not again at later visits; by these routes it takes them from the cache without starting the worker.
const cacheName = `${worker}-${build}`

self.addEventListener('install', (event) => {
  const fill = async () => {
    // Without routes every request would wait for the worker.
    if (event.addRoutes === undefined) throw new Error('This browser has no static routes for workers')
    await event.addRoutes([
      { condition: { urlPattern: new URLPattern({ pathname: '/assets/*' }) }, source: { cacheName } },
      { condition: { urlPattern: new URLPattern({ pathname: '/*' }) }, source: 'network' },
    ])
    await (await caches.open(cacheName)).addAll(files)
  }
  event.waitUntil(fill())
})

self.addEventListener('activate', (event) => {
  const removeOthers = async () => {
    const others = (await caches.keys()).filter((name) => name.startsWith(`${worker}-`) && name !== cacheName)
    await Promise.all(others.map((name) => caches.delete(name)))
  }
  event.waitUntil(removeOthers())
})
