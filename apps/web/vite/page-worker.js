// The service worker of the wall, and that of the installed office. `worker`, `page`, `build` and `files` are written
// above it when the pages are built. It never answers a request for data.
const cacheName = `${worker}-${build}`
/** A server that says nothing for so long is not waited for when the page is opened, ms. */
const patience = 5000
/** Addresses that are not pages of the office. */
const otherPages = /^\/(api|api-docs|metrics|assets|realData|virtualData)(\/|$)/i

self.addEventListener('install', (event) => {
  const keep = async () => {
    // Where a browser has them, routes save it starting the worker.
    await event.addRoutes?.([
      { condition: { urlPattern: new URLPattern({ pathname: '/assets/*' }) }, source: 'cache' },
      { condition: { urlPattern: new URLPattern({ pathname: '/api/*' }) }, source: 'network' },
    ])
    const cache = await caches.open(cacheName)
    await cache.addAll([new Request(page, { cache: 'reload' }), ...files])
    // The wall has one page. Open tabs of the office load further files of their own build: its new worker waits
    // until they are closed. Until then a page that is opened comes from the server, with both builds' files cached.
    if (worker === 'wall') await self.skipWaiting()
  }
  event.waitUntil(keep())
})

self.addEventListener('activate', (event) => {
  const settle = async () => {
    const names = await caches.keys()
    await Promise.all(
      names
        .filter((other) => other.startsWith(`${worker}-`) && other !== cacheName)
        .map((other) => caches.delete(other)),
    )
    await self.clients.claim()
  }
  event.waitUntil(settle())
})

/** The page as the server has it now; the kept one when it does not answer. */
async function openPage(request) {
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), patience)
  try {
    const reply = await fetch(request.url, { signal: stop.signal, headers: { accept: 'text/html' } })
    if (reply.status < 500) return reply
  } catch {
    // No answer: below.
  } finally {
    clearTimeout(timer)
  }
  return (await caches.match(page)) ?? Response.error()
}

const keptFile = async (request) => (await caches.match(request, { ignoreVary: true })) ?? fetch(request)

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { pathname, origin } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  const isPage = request.mode === 'navigate' && (worker === 'wall' || !otherPages.test(pathname))
  if (isPage) event.respondWith(openPage(request))
  else if (files.includes(pathname)) event.respondWith(keptFile(request))
})
