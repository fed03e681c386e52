import type { Plugin } from 'vite'

/** What office and wall say of themselves before anything is drawn. The build's id takes the place of `development`. */
const head = `<meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="build" content="development" />
    <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
    <title>工厂设备管理系统</title>`

/** Begins the head of every page with what all have in common. */
export function pageHead(): Plugin {
  return {
    name: 'page-head',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => html.replace('<head>', `<head>\n    ${head}`),
    },
  }
}
