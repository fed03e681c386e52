import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** In the page itself: it is smaller than a request for it. */
const icon = `data:image/svg+xml,${encodeURIComponent(readFileSync(join(import.meta.dirname, '../public/favicon.svg'), 'utf8').trim())}`

/** Common head of office and wall. The build id replaces `development`. */
const head = `<meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
    <meta name="build" content="development" />
    <link rel="icon" type="image/svg+xml" href="${icon}" />
    <title>工厂设备管理系统</title>`

/** Inserts the common head at the start of every page's head. */
export function pageHead(): Plugin {
  return {
    name: 'page-head',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => html.replace('<head>', `<head>\n    ${head}`),
    },
  }
}
