import type { Language } from '@cloud-factory/contract/identity/access'
import i18next from 'i18next'
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

/** Starts in the language of the cookie, with only the texts that report a failed download. */
export async function startWords(): Promise<void> {
  const { language } = useSettings.getState()
  await i18next.init({
    lng: language,
    fallbackLng: false,
    ns: [],
    defaultNS: 'shell',
    // What several modules say stands in `common` once.
    fallbackNS: 'common',
    // Shown when nothing can be downloaded: these texts are in the page itself, in every language.
    resources: { zh: { lost: zh }, en: { lost: en }, es: { lost: es } },
    interpolation: { escapeValue: false },
  })
  document.documentElement.lang = htmlLanguage[language]
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

/** Loads a dictionary that was not loaded before its page was shown: without it, the page would show keys. Tries until it arrives. */
export async function loadWordsInTheEnd(language: Language, namespace: string): Promise<void> {
  for (;;) {
    try {
      return await loadWordsIn(language, namespace)
    } catch (error) {
      if (!isLost(error)) throw error
      await returned()
    }
  }
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
