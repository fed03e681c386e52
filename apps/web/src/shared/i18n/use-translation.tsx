import type { Language } from '@cloud-factory/contract/identity/access'
import i18next, { type i18n, type TFunction } from 'i18next'
import { createContext, type ReactNode, use, useSyncExternalStore } from 'react'
import type { Namespace } from '../../../../../packages/dictionary/src/translate.ts'
import { loadWordsInTheEnd } from './i18n.ts'

interface Translation<N extends Namespace> {
  readonly t: TFunction<N>
  readonly i18n: i18n
}

const LanguageContext = createContext<string | undefined>(undefined)

const subscribe = (onChange: () => void): (() => void) => {
  i18next.on('languageChanged', onChange)
  return () => i18next.off('languageChanged', onChange)
}

/**
 * Tells all components below which language is shown. One subscription here instead of one in each component: a list has
 * hundreds of them.
 */
export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const language = useSyncExternalStore(
    subscribe,
    () => i18next.language,
    () => i18next.language,
  )
  return <LanguageContext value={language}>{children}</LanguageContext>
}

/**
 * Looks up texts of a namespace in the language shown, and of `common`. Of several, the first is looked up without a
 * prefix; the others are those that `t` is asked for by one. Suspends until they have arrived.
 */
export function useTranslation<N extends Namespace = 'shell'>(
  namespace?: N | readonly [N, ...Namespace[]],
): Translation<N> {
  const language = (use(LanguageContext) ?? i18next.language) as Language
  const [first = 'shell', ...others] = typeof namespace === 'string' ? [namespace] : (namespace ?? [])
  for (const other of others) translationIn(language, other)
  return translationIn(language, first) as unknown as Translation<N>
}

interface Texts {
  /** Its texts, once a component waited for them. */
  arriving?: Promise<void>
  translation?: Translation<Namespace>
}

/** By language, then by namespace. */
const textsOf = new Map<string, Map<string, Texts>>()

/** Suspends until the texts have arrived. The same result each time, so that what depends on `t` is not made again. */
function translationIn(language: Language, namespace: Namespace): Translation<Namespace> {
  const texts = textsIn(language, namespace)
  if (texts.translation === undefined && !i18next.hasResourceBundle(language, namespace)) {
    waitFor(texts, language, namespace)
  }
  // In every render from now on: React repeats a render that waited and counts the promises that it uses.
  if (texts.arriving !== undefined) use(texts.arriving)
  texts.translation ??= { t: remembering(i18next.getFixedT(language, namespace)), i18n: i18next }
  return texts.translation
}

function textsIn(language: string, namespace: string): Texts {
  const ofLanguage = textsOf.get(language) ?? new Map<string, Texts>()
  textsOf.set(language, ofLanguage)
  const texts = ofLanguage.get(namespace) ?? {}
  ofLanguage.set(namespace, texts)
  return texts
}

function waitFor(texts: Texts, language: Language, namespace: Namespace): void {
  if (texts.arriving !== undefined) return
  texts.arriving = loadWordsInTheEnd(language, namespace)
  // A page that is started over asks again.
  texts.arriving.catch(() => delete texts.arriving)
}

/**
 * Looks up each text once. A page asks for hundreds, most of them for each of its rows, and i18next copies all of its
 * settings each time.
 */
function remembering(translate: TFunction<Namespace>): TFunction<Namespace> {
  const t = translate as (key: string | string[], params?: Params) => string
  const texts = new Map<string, string>()
  // A text that was not there may be in what has arrived.
  i18next.store.on('added', () => texts.clear())
  const remembered = (key: string | string[], params?: Params): string => {
    if (typeof key !== 'string' || (params !== undefined && isChosenBy(params))) return t(key, params)
    const text = texts.get(key) ?? t(key, { skipInterpolation: true })
    texts.set(key, text)
    return params === undefined ? text : filledIn(text, params)
  }
  return remembered as TFunction<Namespace>
}

type Params = Readonly<Record<string, string | number | boolean | null | undefined>>

/** i18next chooses the plural, or takes what is given for a key without a text. */
const isChosenBy = (params: Params): boolean => 'count' in params || 'defaultValue' in params

const filledIn = (text: string, params: Params): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ''))
