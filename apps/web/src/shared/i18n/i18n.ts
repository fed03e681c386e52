import type { Language } from '@cloud-factory/contract/access'
import i18next, { type BackendModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { changeSettings, useSettings } from '../settings.ts'

type Words = { readonly default: Readonly<Record<string, unknown>> }
const files = {
  ...import.meta.glob<Words>('./*.json'),
  ...import.meta.glob<Words>('../../features/*/i18n/*.json'),
}
/** Loaders by file name: `orders.zh`. */
const loaders = new Map(
  Object.entries(files).map(([path, load]) => [path.replace(/^.*\/|\.json$/g, ''), load]),
)

/** Fetches one namespace in one language: only the language in use travels. */
const wordFiles: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read(language, namespace, done) {
    const load = loaders.get(`${namespace}.${language}`)
    if (load === undefined) return done(new Error(`no words ${namespace}.${language}`), null)
    load().then(
      (words) => done(null, words.default),
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), null),
    )
  },
}

/** Starts with the given namespaces of the language that the cookie names. */
export async function startWords(namespaces: readonly string[]): Promise<void> {
  const { language } = useSettings.getState()
  await i18next
    .use(wordFiles)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: false,
      ns: [...namespaces],
      defaultNS: 'shell',
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
    })
  document.documentElement.lang = htmlLanguage[language]
}

/** Loads namespaces before the page that needs them is shown. */
export const loadWords = (...namespaces: string[]): Promise<void> => i18next.loadNamespaces(namespaces)

/** Fetches words of another language than the screen's, as paper wants them: `i18next.getFixedT` speaks it then. */
export async function loadWordsIn(language: Language, ...namespaces: string[]): Promise<void> {
  const missing = namespaces.filter((namespace) => !i18next.hasResourceBundle(language, namespace))
  await Promise.all(
    missing.map(async (namespace) => {
      const load = loaders.get(`${namespace}.${language}`)
      if (load === undefined) throw new Error(`no words ${namespace}.${language}`)
      i18next.addResourceBundle(language, namespace, (await load()).default)
    }),
  )
}

/** Switches the language at once, without remounting anything. */
export async function switchLanguage(language: Language): Promise<void> {
  await i18next.changeLanguage(language)
  changeSettings({ language })
  document.documentElement.lang = htmlLanguage[language]
}

const htmlLanguage: Readonly<Record<Language, string>> = { zh: 'zh-CN', en: 'en', es: 'es' }
