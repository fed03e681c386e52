import type { Language } from '@cloud-factory/contract/identity/access'
import i18next, { type BackendModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { useConnection } from '../connection.ts'
import { isLost, reportLost } from '../lost.ts'
import { changeSettings, useSettings } from '../settings.ts'
import en from '../../../../../packages/dictionary/src/lost.en.json'
import es from '../../../../../packages/dictionary/src/lost.es.json'
import zh from '../../../../../packages/dictionary/src/lost.zh.json'

type Words = { readonly default: Readonly<Record<string, unknown>> }
const files = import.meta.glob<Words>([
  '../../../../../packages/dictionary/src/*.json',
  // In the page itself, or words of the wall and of the server.
  '!../../../../../packages/dictionary/src/{lost,wall,wall-help,printed-documents}.*.json',
])
/** Loaders by file name: `orders.zh`. */
const loaders = new Map(
  Object.entries(files).map(([path, load]) => [path.replace(/^.*\/|\.json$/g, ''), load]),
)

async function fetchWords(language: string, namespace: string): Promise<Words['default']> {
  const load = loaders.get(`${namespace}.${language}`)
  if (load === undefined) throw new Error(`no words ${namespace}.${language}`)
  return (await load()).default
}

/** Resolves when the server responds again after a loss. */
const returned = (): Promise<void> =>
  new Promise((resolve) => {
    const stop = useConnection.subscribe(({ returns }, before) => {
      if (returns === before.returns) return
      stop()
      resolve()
    })
    reportLost()
  })

/** Waits until the texts have arrived: without them a page would show their keys. */
async function fetchInTheEnd(language: string, namespace: string): Promise<Words['default']> {
  for (;;) {
    try {
      return await fetchWords(language, namespace)
    } catch (error) {
      if (!isLost(error)) throw error
      await returned()
    }
  }
}

/** Loads dictionaries that a component did not declare before it was shown. */
const wordFiles: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read(language, namespace, done) {
    fetchInTheEnd(language, namespace).then(
      (words) => done(null, words),
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), null),
    )
  },
}

/** Starts in the language of the cookie, with only the texts that report a failed download. */
export async function startWords(): Promise<void> {
  const { language } = useSettings.getState()
  await i18next
    .use(wordFiles)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: false,
      ns: [],
      defaultNS: 'shell',
      // What several modules say stands in `common` once.
      fallbackNS: 'common',
      // Shown when nothing can be downloaded: these texts are in the page itself, in every language.
      resources: { zh: { lost: zh }, en: { lost: en }, es: { lost: es } },
      partialBundledLanguages: true,
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
    })
  rememberTexts()
  document.documentElement.lang = htmlLanguage[language]
}

/**
 * Makes every `t` look up a text without parameters once. A page asks for hundreds, most of them for each of its rows,
 * and i18next copies all of its settings each time.
 */
function rememberTexts(): void {
  const texts = new Map<string, Map<string, string>>()
  const textsOf = (name: string) => {
    const known = texts.get(name) ?? new Map<string, string>()
    texts.set(name, known)
    return known
  }
  const makeT = i18next.getFixedT.bind(i18next)
  i18next.getFixedT = ((...scope: Parameters<typeof makeT>) => {
    const t = makeT(...scope)
    const [language, namespace, prefix] = scope
    if (typeof language !== 'string' || typeof namespace !== 'string' || prefix !== undefined) return t
    const known = textsOf(`${language} ${namespace}`)
    const remembered = (...args: Parameters<typeof t>): unknown => {
      const [key] = args
      if (args.length > 1 || typeof key !== 'string') return t(...args)
      const text = known.get(key) ?? t(key)
      known.set(key, text)
      return text
    }
    return Object.assign(remembered, { lng: language, ns: namespace })
  }) as typeof i18next.getFixedT
  i18next.store.on('added', () => {
    for (const known of texts.values()) known.clear()
  })
}

/** Loads namespaces before their page is shown. Rejects when they do not arrive. */
export const loadWords = (...namespaces: string[]): Promise<void> =>
  loadWordsIn(useSettings.getState().language, ...namespaces)

/** Loads dictionaries of another language than the screen's, as for printing; `i18next.getFixedT` then uses them. */
export async function loadWordsIn(language: Language, ...namespaces: string[]): Promise<void> {
  const missing = namespaces.filter((namespace) => !i18next.hasResourceBundle(language, namespace))
  await Promise.all(
    missing.map(async (namespace) =>
      i18next.addResourceBundle(language, namespace, await fetchWords(language, namespace)),
    ),
  )
}

/**
 * Switches the language at once, without remounting anything.
 * @returns false when its dictionaries did not arrive: the language does not change
 */
export async function switchLanguage(language: Language): Promise<boolean> {
  try {
    await loadWordsIn(language, ...Object.keys(i18next.getDataByLanguage(i18next.language) ?? {}))
  } catch (error) {
    if (isLost(error)) return false
    throw error
  }
  await i18next.changeLanguage(language)
  changeSettings({ language })
  document.documentElement.lang = htmlLanguage[language]
  return true
}

const htmlLanguage: Readonly<Record<Language, string>> = { zh: 'zh-CN', en: 'en', es: 'es' }
