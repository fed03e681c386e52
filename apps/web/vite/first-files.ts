import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { filesOf, type Manifest } from './manifest.ts'

const languages = ['zh', 'en', 'es'] as const

/** Files that every signed-in user needs, at any address; `{}` stands for the language. */
const everywhere = ['frame', 'words-shell.{}', 'words-inside.{}']
/** Files needed without a session: every address redirects to sign-in. */
const signIn = ['words-shell.{}', 'src/modules/identity/login.page.tsx']
/** Files of pages that people open by link or bookmark. */
const pages: Readonly<Record<string, readonly string[]>> = { '/order/list': ['order-list'] }

/**
 * The address determines the page, but its files are named only three scripts later, and each
 * script waits for the one before. A small script in the page itself makes the browser fetch all files at
 * once; the server's policy allows it by its hash.
 */
export function firstFiles(): Plugin {
  let root = ''
  let folder = ''
  return {
    name: 'first-files',
    apply: 'build',
    configResolved(config) {
      root = config.root
      folder = resolve(root, config.build.outDir)
    },
    closeBundle() {
      const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest
      const script = scriptOf(manifest) + lostScript(root)
      const page = join(folder, 'index.html')
      const html = readFileSync(page, 'utf8')
      writeFileSync(
        page,
        html.replace('<script type="module"', (first) => `<script>${script}</script>\n    ${first}`),
      )
    },
  }
}

function scriptOf(manifest: Manifest): string {
  const known = filesOf(manifest, ['base'])
  const inAll = (parts: readonly string[]) =>
    languages.map((language) => {
      const inLanguage = parts.map((part) => part.replace('{}', language))
      return [...filesOf(manifest, inLanguage)].filter((file) => !known.has(file))
    })
  const table = {
    '': inAll(everywhere),
    '/login': inAll(signIn),
    ...Object.fromEntries(
      Object.entries(pages).map(([path, parts]) => [path, inAll([...everywhere, ...parts])]),
    ),
  }
  return `(() => {
  let path = '/login'
  try {
    if (localStorage.getItem('cloud-factory-token') !== null) path = location.pathname
  } catch {}
  const table = ${JSON.stringify(table)}
  const language = /(?:^|; )language=(en|es)(?:;|$)/.exec(document.cookie)?.[1]
  const files = (table[path] ?? table[''])[language === 'en' ? 1 : language === 'es' ? 2 : 0]
  for (const file of files) {
    const link = document.createElement('link')
    const isStyle = file.endsWith('.css')
    link.rel = isStyle ? 'preload' : 'modulepreload'
    if (isStyle) link.as = 'style'
    link.crossOrigin = ''
    link.href = '/' + file
    document.head.append(link)
  }
})()
`
}

/**
 * Runs after all scripts have loaded or failed. By then the page's own script has set the theme; if
 * it has not, that script is missing.
 */
function lostScript(root: string): string {
  const words = Object.fromEntries(
    languages.map((language) => {
      const file = join(root, `../../packages/dictionary/src/lost.${language}.json`)
      return [language, JSON.parse(readFileSync(file, 'utf8')) as unknown]
    }),
  )
  return `addEventListener('load', () => {
  if (document.documentElement.dataset.theme !== undefined) return
  const language = /(?:^|; )language=(en|es)(?:;|$)/.exec(document.cookie)?.[1] ?? 'zh'
  const words = ${JSON.stringify(words)}[language]
  const page = document.createElement('div')
  page.className = 'plain-page'
  page.setAttribute('role', 'alert')
  for (const [tag, text] of [['h1', words.title], ['p', words.text], ['button', words.again]]) {
    const part = document.createElement(tag)
    part.textContent = text
    page.append(part)
  }
  const again = () => location.reload()
  page.lastChild.className = 'plain-button'
  page.lastChild.addEventListener('click', again)
  document.getElementById('root').replaceChildren(page)
  const ask = () => fetch('/api/health').then((reply) => reply.ok && again(), () => undefined)
  addEventListener('online', ask)
  setInterval(ask, 5000)
})
`
}
