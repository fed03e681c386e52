import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
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

/** Width and height of a picture (extended WebP), so that the text keeps its place when the picture arrives. */
const sizeOf = (webp: Buffer) => [webp.readUIntLE(24, 3) + 1, webp.readUIntLE(27, 3) + 1] as const

/**
 * The HTML of a page of the guide. Its pictures load when they come into view, and open in full size.
 * @param file of the page
 * @param addressOf where the browser finds a picture
 */
export function renderPage(file: string, text: string, addressOf: (picture: string) => string): string {
  return renderGuide(text).replaceAll(/<img src="([^"]+)" alt="([^"]*)">/g, (_, src: string, alt: string) => {
    const picture = resolve(dirname(file), src)
    const [width, height] = sizeOf(readFileSync(picture))
    const address = addressOf(picture)
    const image = `<img src="${address}" alt="${alt}" width="${width}" height="${height}" loading="lazy">`
    return `<a href="${address}" target="_blank">${image}</a>`
  })
}

/** Serves the user guide from the product itself, as pieces of HTML that the help shows. */
export function guidePages(): Plugin {
  const render = (file: string, addressOf: (picture: string) => string) =>
    renderPage(file, readFileSync(file, 'utf8'), addressOf)
  return {
    name: 'guide-pages',
    generateBundle() {
      const emit = (picture: string) =>
        `/${this.getFileName(this.emitFile({ type: 'asset', name: basename(picture), source: readFileSync(picture) }))}`
      for (const [fileName, file] of guides())
        this.emitFile({ type: 'asset', fileName, source: render(file, emit) })
    },
    configureServer({ middlewares }) {
      middlewares.use((request, reply, next) => {
        const path = guides().get((request.url ?? '').slice(1))
        if (path === undefined) return next()
        reply.setHeader('content-type', 'text/html; charset=utf-8')
        // The development server has every file of the repository below this address.
        reply.end(render(path, (picture) => `/@fs${picture}`))
      })
    },
  }
}
