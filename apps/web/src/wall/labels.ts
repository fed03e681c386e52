import type { Language } from '@cloud-factory/contract/identity/access'
import type { Names } from '@cloud-factory/domain/resource/resource'
import { createContext, useContext } from 'react'
import { absent } from '../shared/format/numbers.ts'
import { numbersIn } from './figures.ts'
import { formatInstant } from '../shared/format/dates.ts'
import en from '../../../../packages/dictionary/src/wall.en.json'
import es from '../../../../packages/dictionary/src/wall.es.json'
import zh from '../../../../packages/dictionary/src/wall.zh.json'

// All three languages are in the page itself: a TV that starts without a network has its texts, and
// the language changes at once.
const tables: Readonly<Record<Language, typeof zh>> = { zh, en, es }

const monthDayIn = (language: Language) =>
  new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric', timeZone: 'UTC' })
const monthDays = { zh: monthDayIn('zh'), en: monthDayIn('en'), es: monthDayIn('es') }
const numbers = { zh: numbersIn('zh'), en: numbersIn('en'), es: numbersIn('es') }

type Key<T, At extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${At}${K}` : Key<T[K], `${At}${K}.`>
}[keyof T & string]
export type WallWord = Key<typeof zh>
/** Texts whose keys are codes of the data. */
type CodeGroup = 'stage' | 'line'
type Filled = Readonly<Record<string, string | number>>

/** The text in a language, with its placeholders filled. */
export function wordIn(language: Language, key: WallWord, filled: Filled = {}): string {
  let found: unknown = tables[language]
  for (const part of key.split('.')) found = (found as Readonly<Record<string, unknown>>)[part]
  return (found as string).replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(filled[name] ?? ''))
}

/** Language and time zone of a screen. */
export interface Speech {
  readonly language: Language
  readonly timeZone: string
}
export const SpeechContext = createContext<Speech>({ language: 'zh', timeZone: 'Asia/Shanghai' })

/** Texts, names, times and numbers in the language of this screen. */
export function useSpeech() {
  const { language, timeZone } = useContext(SpeechContext)
  return {
    language,
    timeZone,
    ...numbers[language],
    t: (key: WallWord, filled?: Filled) => wordIn(language, key, filled),
    /** The word for a code; a code that a factory or a later version made up is shown as it is. */
    wordOf: (group: CodeGroup, code: string): string => {
      const words: Readonly<Record<string, string>> = tables[language][group]
      return words[code] ?? code
    },
    names: (words: Names): string => words[language] || words.zh,
    /** `Dec 1` of `2026-12-01`; nothing of nothing. */
    monthDay: (date: string): string => (date === '' ? '' : monthDays[language].format(Date.parse(date))),
    /** `14:03`; for other patterns see `formatInstant`. */
    time: (at: number | null, pattern = '{h}:{i}') =>
      at === null ? absent : formatInstant(at, timeZone, pattern),
  }
}
