import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { filesOf, type Manifest } from './manifest.ts'
import { signInMarkups } from './sign-in-markup.ts'

const languages = ['zh', 'en', 'es'] as const
/** Script for the place of the cookie's language among these. */
const languageAt = `['zh', 'en', 'es'].indexOf(/(?:^|; )language=(en|es)(?:;|$)/.exec(document.cookie)?.[1] ?? 'zh')`

/** Files that every signed-in user needs, at any address; `{}` stands for the language. */
const everywhere = ['frame', 'words-shell.{}', 'words-inside.{}']
/** Files needed without a session: every address redirects to sign-in. */
const signIn = ['words-shell.{}', 'src/modules/identity/login.page.tsx']
/** Files of pages that people open by link or bookmark. */
const pages: Readonly<Record<string, readonly string[]>> = {
  '/order/list': ['order-list'],
  '/order/schedule': ['schedule.page', 'words-orders.{}'],
  '/order/site': ['src/modules/erection/site.page.tsx', 'words-orders.{}'],
}

/** What home and the pages that people open by link need, in every language. */
export const filesOfFirstPages = (manifest: Manifest): Set<string> =>
  filesOf(manifest, [
    'base',
    ...[...everywhere, 'dashboard', 'order-list'].flatMap((part) =>
      part.includes('{}') ? languages.map((language) => part.replace('{}', language)) : part,
    ),
  ])

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
    async closeBundle() {
      const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest
      const markups = await signInMarkups(root, languages)
      const rulesOf = (file: string) => readFileSync(join(folder, file), 'utf8').trim()
      const page = join(folder, 'index.html')
      const html = readFileSync(page, 'utf8')
      const modules = html.match(/<script type="module".*<\/script>/g) ?? []
      const sheets = ofSignIn(manifest).filter(isSheet)
      // One script, because the browser may paint the empty page between two.
      const script = [
        signInScript(markups, sheets.map(linkOf), sheets.map(rulesOf)),
        scriptOf(manifest),
        lostScript(root),
      ].join(';\n')
      // Below the sign-in page, which is painted before the browser turns to the modules.
      const inPage = html
        .replaceAll(/\s*<script type="module".*<\/script>/g, '')
        .replace(/<link rel="stylesheet" crossorigin href="\/([^"]*)">/, (_, file: string) => {
          return `<style>${rulesOf(file)}</style>\n    ${linkOf(file)}`
        })
        .replace('<div id="root"></div>', (empty) =>
          [empty, `<script>${script}</script>`, ...modules].join('\n    '),
        )
      writeFileSync(page, inPage)
    },
  }
}

const isSheet = (file: string): boolean => file.endsWith('.css')
/** Rules in the page itself save a request before the first paint. By this link the bundler's loader knows that it has them. */
const linkOf = (file: string): string => `<link rel="stylesheet" href="/${file}" disabled>`

/** The sign-in page's files that are not in every page. */
function ofSignIn(manifest: Manifest): string[] {
  const known = filesOf(manifest, ['base'])
  return [...filesOf(manifest, signIn.slice(1))].filter((file) => !known.has(file))
}

function scriptOf(manifest: Manifest): string {
  /** Files of parts beyond those of `others`; those of a dictionary are a list by language. */
  const filesBeyond = (parts: readonly string[], ...others: string[]): (string | string[])[] => {
    const known = filesOf(manifest, others)
    const beyond = (part: string) => [...filesOf(manifest, [part])].filter((file) => !known.has(file))
    return parts.flatMap((part): (string | string[])[] =>
      part.includes('{}')
        ? [languages.flatMap((language) => beyond(part.replace('{}', language)))]
        : beyond(part),
    )
  }
  const inPage = filesBeyond(everywhere, 'base')
  const onSignIn = filesBeyond(signIn, 'base').filter((file) => !(typeof file === 'string' && isSheet(file)))
  const ofPages = Object.entries(pages).map(([path, parts]) => [path, filesBeyond(parts, 'base', 'frame')])
  return `(() => {
  let files = ${JSON.stringify(onSignIn)}
  try {
    if (localStorage.getItem('cloud-factory-token') !== null) {
      const pages = ${JSON.stringify(Object.fromEntries(ofPages))}
      files = [...${JSON.stringify(inPage)}, ...(pages[location.pathname] ?? [])]
    }
  } catch {}
  const language = ${languageAt}
  // After this script, see main.tsx.
  for (const entry of files) queueMicrotask(() => {
    const file = typeof entry === 'string' ? entry : entry[language]
    const link = document.createElement('link')
    const isStyle = file.endsWith('.css')
    link.rel = isStyle ? 'preload' : 'modulepreload'
    if (isStyle) link.as = 'style'
    link.crossOrigin = ''
    link.href = '/' + file
    document.head.append(link)
  })
})()
`
}

/**
 * Shows the sign-in page before its scripts have arrived: people can type at once. React takes its elements over. Shared
 * terminals show their lock screen instead.
 */
function signInScript(
  markups: readonly string[],
  links: readonly string[],
  rules: readonly string[],
): string {
  const inScript = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')
  return `(() => {
  try {
    if (location.pathname !== '/login' || localStorage.getItem('cloud-factory-token') !== null) return
    if (localStorage.getItem('cloud-factory-terminal') !== null) return
  } catch {
    return
  }
  document.head.insertAdjacentHTML('beforeend', ${inScript(`${links.join('')}<style>${rules.join('')}</style>`)})
  const root = document.getElementById('root')
  root.innerHTML = ${inScript(markups)}[${languageAt}]
  document.documentElement.dataset.theme = /(?:^|; )theme=dark/.test(document.cookie) ? 'dark' : 'light'
  root.querySelector('img').src = document.querySelector('link[rel="icon"]').href
  const form = root.querySelector('form')
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    form.dataset.sent = ''
  })
})()
`
}

/**
 * Runs after all scripts have loaded or failed. By then the page's own script has marked the page; if
 * it has not, that script is missing.
 */
function lostScript(root: string): string {
  const words = languages.map((language): unknown =>
    JSON.parse(readFileSync(join(root, `../../packages/dictionary/src/lost.${language}.json`), 'utf8')),
  )
  return `addEventListener('load', () => {
  if (document.documentElement.dataset.started !== undefined) return
  const words = ${JSON.stringify(words)}[${languageAt}]
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
