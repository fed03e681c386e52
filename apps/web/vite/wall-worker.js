// The service worker of the wall. `build` and `files` are written above it when the page is built.
// Bound to /realData and /virtualData: no page of the office is ever answered from here.
const cacheName = `wall-${build}`
const page = '/wall.html'
/** A server that says nothing for so long is not waited for when the page is opened, ms. */
const patience = 5000

self.addEventListener('install', (event) => {
  const keep = async () => {
    const cache = await caches.open(cacheName)
    await cache.addAll([page, ...files].map((path) => new Request(path, { cache: 'reload' })))
    await self.skipWaiting()
  }
  event.waitUntil(keep())
})

self.addEventListener('activate', (event) => {
  const settle = async () => {
    const names = await caches.keys()
    await Promise.all(
      names
        .filter((name) => name.startsWith('wall-') && name !== cacheName)
        .map((name) => caches.delete(name)),
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
  if (request.mode === 'navigate') event.respondWith(openPage(request))
  else if (files.includes(pathname)) event.respondWith(keptFile(request))
})
