import type { Plugin } from 'vite'

/** In development: the wall's addresses are answered with its own page, as the server does with the built one. */
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
