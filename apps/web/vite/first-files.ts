import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { filesOf, type Manifest } from './manifest.ts'

const languages = ['zh', 'en', 'es'] as const
/** Ant Design's dictionaries; English is part of the library. */
const antWords = { zh: ['zh_CN'], en: [], es: ['es_ES'] } as const

/** Files that every signed-in user needs, at any address; `{}` stands for the language. */
const wordsOfAll = ['words-shell.{}', 'words-inside.{}']
const everywhere = ['frame', ...wordsOfAll]
const antWordsPart = '../../node_modules/antd/es/locale/{}.js'
/** Files needed without a session: every address redirects to sign-in. */
const signIn = ['src/modules/identity/login.page.tsx']
/**
 * Files of pages that people open by link or bookmark: first for the initial view, then for the
 * rest.
 */
const pages: Readonly<
  Record<string, { readonly first: readonly string[]; readonly rest: readonly string[] }>
> = {
  '/order/list': {
    first: ['rows', 'order-list'],
    rest: ['controls', 'order-controls', antWordsPart],
  },
}

/**
 * The address determines the page, but its files are named only three scripts later, and each
 * script waits for the one before. A small independent script makes the browser fetch all files at
 * once.
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
      const name = `assets/first-${createHash('sha256').update(script).digest('base64url').slice(0, 8)}.js`
      writeFileSync(join(folder, name), script)
      const page = join(folder, 'index.html')
      const html = readFileSync(page, 'utf8')
      writeFileSync(
        page,
        html.replace('<script type="module"', `<script async src="/${name}"></script>\n    $&`),
      )
    },
  }
}

function scriptOf(manifest: Manifest): string {
  const known = filesOf(manifest, ['index.html'])
  const inAll = (parts: readonly string[]) =>
    languages.map((language) => {
      const inLanguage = parts.flatMap((part) =>
        (part === antWordsPart ? antWords[language] : [language]).map((word) => part.replace('{}', word)),
      )
      return [...filesOf(manifest, inLanguage)].filter((file) => !known.has(file))
    })
  const byPage = Object.entries(pages).map(([path, { first, rest }]) => {
    const [now, all] = [inAll([...everywhere, ...first]), inAll([...everywhere, ...first, ...rest])]
    return [path, now.map((files, at) => [files, all[at]?.filter((file) => !files.includes(file)) ?? []])]
  })
  const whole = (files: readonly string[]) => [files, []]
  const table = {
    '': inAll(everywhere).map(whole),
    '/login': inAll([...wordsOfAll, ...signIn]).map(whole),
    ...Object.fromEntries(byPage),
  }
  return `(() => {
  let path = '/login'
  try {
    if (localStorage.getItem('cloud-factory-token') !== null) path = location.pathname
  } catch {}
  const table = ${JSON.stringify(table)}
  const language = /(?:^|; )language=(en|es)(?:;|$)/.exec(document.cookie)?.[1]
  const [first, rest] = (table[path] ?? table[''])[language === 'en' ? 1 : language === 'es' ? 2 : 0]
  for (const file of [...first, ...rest]) {
    const link = document.createElement('link')
    const isStyle = file.endsWith('.css')
    link.rel = isStyle ? 'preload' : 'modulepreload'
    if (isStyle) link.as = 'style'
    if (rest.includes(file)) link.fetchPriority = 'low'
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
