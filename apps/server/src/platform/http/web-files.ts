import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import files from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sendProblem } from './problems.ts'

const longLived = 'public, max-age=31536000, immutable'

/**
 * The front end: hashed files are cached for ever, the page itself is requested each time. A path that is neither a
 * file nor an endpoint is a page of the browser's router; under `/api` it is not found.
 */
export async function webFiles(app: FastifyInstance, root: string | null): Promise<void> {
  if (root !== null && existsSync(join(root, 'index.html'))) {
    await app.register(files, {
      root,
      preCompressed: true,
      index: false,
      cacheControl: false,
      setHeaders: (reply, path) => {
        void reply.header('Cache-Control', path.includes('/assets/') ? longLived : 'no-cache')
      },
    })
    app.setNotFoundHandler((request, reply) =>
      wantsPage(request) ? reply.sendFile(pageOf(request)) : sendProblem(reply, 'not_found'),
    )
    app.get('/', (_request, reply) => reply.sendFile('index.html'))
  } else {
    app.setNotFoundHandler((_request, reply) => sendProblem(reply, 'not_found'))
  }
  await apiPage(app, root === null)
}

/** The API page: Swagger UI from its package, with our own document. */
async function apiPage(app: FastifyInstance, first: boolean): Promise<void> {
  const ui = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')))
  const own = join(import.meta.dirname, 'api-page')
  app.get('/api-docs', (_request, reply) => reply.redirect('/api-docs/'))
  await app.register(files, {
    root: [own, ui],
    prefix: '/api-docs/',
    decorateReply: first,
    allowedPath: (path) =>
      /^\/(index\.html|start\.js|swagger-ui\.css|swagger-ui-bundle\.js|favicon-32x32\.png)?$/.test(path),
  })
}

function wantsPage(request: FastifyRequest): boolean {
  const path = request.url.split('?')[0] ?? ''
  const isPage = request.method === 'GET' || request.method === 'HEAD'
  return (
    isPage &&
    !/^\/(api|api-docs|metrics|assets)(\/|$)/i.test(path) &&
    /text\/html|\*\/\*/.test(request.headers.accept ?? '*/*')
  )
}

/** The wall has its own page without any office code. */
const pageOf = (request: FastifyRequest): string =>
  /^\/(realData|virtualData)\/?(\?|$)/i.test(request.url) ? 'wall.html' : 'index.html'
