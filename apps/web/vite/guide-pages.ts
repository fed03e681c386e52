import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { marked } from 'marked'
import type { Plugin } from 'vite'

const folder = resolve(import.meta.dirname, '../../../docs/user-guide')

/** Address of a guide as the browser requests it, to the file it is made of: `guide/zh/people.html`. */
const guides = (): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => [`guide/${name.replaceAll('\\', '/').slice(0, -3)}.html`, join(folder, name)]),
  )

/** Headings have the ids by which links name them, as on the pages of a repository. */
marked.use({
  renderer: {
    heading({ tokens, depth, text }) {
      const id = text
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} -]/gu, '')
        .replaceAll(' ', '-')
      return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`
    },
  },
})

export const renderGuide = (text: string): string => marked.parse(text, { async: false })

/** Serves the user guide from the product itself, as pieces of HTML that the help shows. */
export function guidePages(): Plugin {
  return {
    name: 'guide-pages',
    generateBundle() {
      for (const [fileName, path] of guides())
        this.emitFile({ type: 'asset', fileName, source: renderGuide(readFileSync(path, 'utf8')) })
    },
    configureServer({ middlewares }) {
      middlewares.use((request, reply, next) => {
        const path = guides().get((request.url ?? '').slice(1))
        if (path === undefined) return next()
        reply.setHeader('content-type', 'text/html; charset=utf-8')
        reply.end(renderGuide(readFileSync(path, 'utf8')))
      })
    },
  }
}
