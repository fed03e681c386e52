import { createInstance } from 'i18next'
import type { Namespace, Translate } from './translate.ts'

const languages = ['zh', 'en', 'es'] as const
type Language = (typeof languages)[number]
type Dictionary = Readonly<Partial<Record<Namespace, object>>>

/** Texts of one namespace in three languages, for what has all of them at hand: printed documents and wall screens. */
export function createTranslator<N extends Namespace>(
  namespace: N,
  dictionaries: Readonly<Record<Language, Dictionary>>,
): (language: Language) => Translate<N> {
  const instance = createInstance()
  void instance.init({
    resources: dictionaries as Readonly<Record<Language, Record<string, object>>>,
    fallbackLng: false,
    defaultNS: namespace,
    fallbackNS: 'common',
    interpolation: { escapeValue: false },
    initAsync: false,
  })
  const fixed = Object.fromEntries(
    languages.map((language) => [language, instance.getFixedT(language, namespace)]),
  ) as unknown as Readonly<Record<Language, Translate<N>>>
  return (language) => fixed[language]
}
