import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

/**
 * Writes the build id into index.html: a hash of the names of all hashed files, so equal builds
 * have equal ids.
 */
export function buildId(): Plugin {
  return {
    name: 'build-id',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const names = Object.keys(bundle ?? {})
          .toSorted()
          .join('\n')
        const id = createHash('sha256').update(names).digest('hex').slice(0, 12)
        return html.replace('<meta name="build" content="development"', `<meta name="build" content="${id}"`)
      },
    },
  }
}
