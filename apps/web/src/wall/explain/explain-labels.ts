import type { Language } from '@cloud-factory/contract/access'
import type { PanelKind } from '@cloud-factory/contract/screen-enums'
import type { InputKey, InputUnit } from '@cloud-factory/contract/wall-enums'
import en from '../i18n/explain.en.json'
import es from '../i18n/explain.es.json'
import zh from '../i18n/explain.zh.json'

/** A sentence for each panel, a name for each input, and how units are written. */
interface ExplainWords {
  readonly formula: Readonly<Record<PanelKind, string>>
  readonly input: Readonly<Record<InputKey, string>>
  readonly unit: Readonly<Record<InputUnit, string>>
}
// An empty unit is no word: what is counted has none.
const count = { count: '' } as const

export function explainWords(language: Language): ExplainWords {
  const { formula, input, unit } = { zh, en, es }[language]
  return { formula, input, unit: { ...unit, ...count } }
}
