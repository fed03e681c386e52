import {
  byType,
  type ByType,
  type Field,
  nameOf,
  type Names,
  type Range,
  type Resource,
} from '@cloud-factory/domain/resource/resource'
import type { Namespace } from '../../../../../packages/dictionary/src/translate.ts'
import { useMemo } from 'react'
import { useTranslation } from '../i18n/use-translation.tsx'
import { absent, rangeShown, thousands } from '../format/numbers.ts'
import { type Language, nameLabels } from '../form/names.rules.ts'
import { useNames } from '../i18n/use-names.ts'

export interface Option {
  readonly value: string
  readonly label: string
}

/** Texts of a resource in the user's language. */
export interface ResourceWords {
  /** A text of the resource itself, such as `add`; `row` gives its name. */
  readonly text: (word: string, row?: object) => string
  readonly label: (key: string) => string
  /** Title of its column where the label is too long. */
  readonly short: (key: string) => string | undefined
  /** Label of a name in a language. */
  readonly language: (language: Language) => string
  readonly hint: (key: string) => string | undefined
  /** The values of a closed list. */
  readonly options: (key: string) => readonly Option[]
  /** The name of an empty choice. */
  readonly none: (key: string) => string | undefined
  /** What the search looks in. */
  readonly search: string
  /** A value as text. */
  readonly shown: (key: string, value: unknown) => string
  readonly nameOf: (row: object) => string
}

/** Keys come from the declaration, so the compiler cannot check them. */
type Text = (key: string, values?: Readonly<Record<string, string>>) => string

export function useResourceWords(resource: Resource): ResourceWords {
  const { t: translate } = useTranslation(resource.words[0] as Namespace)
  const inLanguage = useNames()
  return useMemo(() => {
    const { fields, words, search } = resource
    const t: Text = (key, values = {}) => translate(key, { defaultValue: key, ...values })
    const called = (row: object) => nameOf(resource, row, inLanguage)
    return {
      text: (word, row) => t(`${words[1]}.${word}`, row === undefined ? {} : { name: called(row) }),
      label: (key) => t(fields[key]?.label ?? `field.${key}`),
      short: (key) => t(`short.${key}`, { defaultValue: '' }) || undefined,
      language: (language) => t(nameLabels[language]),
      hint: (key) => (fields[key]?.hint === true ? t(`hint.${key}`) : undefined),
      options: (key) => optionsOf(t, key, fields[key]),
      none: (key) => noneOf(t, key, fields[key]),
      search: search.map((key) => t(fields[key]?.label ?? `field.${key}`)).join(t('common:join')),
      shown: (key, value) => {
        const field = fields[key]
        if (value === null || value === undefined || value === '') return absent
        if (field === undefined) return typeof value === 'number' ? thousands(value) : (value as string)
        return byType(shown, field, value, { t, inLanguage, options: optionsOf(t, key, field) }) || absent
      },
      nameOf: called,
    }
  }, [resource, translate, inLanguage])
}

function optionsOf(t: Text, key: string, field: Field | undefined): readonly Option[] {
  if (field?.type !== 'choice' && field?.type !== 'choices') return []
  return field.values.map((value) => ({
    value,
    label: field.words === null ? value : t(`${field.words ?? key}.${value}`),
  }))
}

function noneOf(t: Text, key: string, field: Field | undefined): string | undefined {
  return field?.type === 'choice' && field.hasNone === true ? t(`${field.words ?? key}.none`) : undefined
}

interface Shows {
  readonly t: Text
  readonly inLanguage: (names: Names) => string
  readonly options: readonly Option[]
}
const asIs = (_: Field, value: unknown) => value as string
const labelIn = (options: readonly Option[], value: string) =>
  options.find((option) => option.value === value)?.label ?? value

const shown: ByType<[value: unknown, shows: Shows], string> = {
  code: asIs,
  text: asIs,
  // In a form each language is a value of its own.
  names: (_, value, { inLanguage }) => (typeof value === 'string' ? value : inLanguage(value as Names)),
  number: (_, value) => thousands(value as number),
  decimal: asIs,
  flag: (_, value, { t }) => t(value === true ? 'common:yes' : 'common:no'),
  choice: (_, value, { options }) => labelIn(options, value as string),
  choices: (_, value, { t, options }) =>
    (value as string[]).map((one) => labelIn(options, one)).join(t('common:join')),
  range: (_, value) => {
    const { min, max } = value as Range
    return typeof min === 'number' ? rangeShown(min, max) : absent
  },
  // A page shows it in a way of its own.
  own: () => absent,
  id: asIs,
  ids: (_, value) => (value as string[]).join(', '),
  day: asIs,
  time: asIs,
}
