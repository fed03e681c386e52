import type { Plugin } from 'vite'

/**
 * In development: serves the wall page at the wall's addresses, as the server does in production.
 */
export function wallPages(): Plugin {
  return {
    name: 'wall-pages',
    apply: 'serve',
    configureServer({ middlewares }) {
      middlewares.use((request, _reply, next) => {
        const isWall = /^\/(realData|virtualData)\/?(\?|$)/i.test(request.url ?? '')
        if (isWall) request.url = '/wall.html'
        next()
      })
    },
  }
}
