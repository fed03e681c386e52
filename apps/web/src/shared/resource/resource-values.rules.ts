import {
  byType,
  type ByType,
  initialChoice,
  type Names,
  type Range,
  type Resource,
  type ValuesOf,
} from '@cloud-factory/domain/resource/resource'
import { ownNames } from '../form/names.rules.ts'
import { typedDecimal } from '../form/typed-decimal.rules.ts'

/** Values of a form by name of the input: a name in three languages has three inputs. */
export type FormValues = Readonly<Record<string, unknown>>

export const languages = ['zh', 'en', 'es'] as const

const noNames: Names = { zh: '', en: '', es: '' }
const noRange = { min: null, max: null }

const initial: ByType<[], unknown> = {
  code: () => '',
  text: ({ initial: text = '' }) => text,
  names: () => '',
  number: ({ initial: number = null }) => number,
  decimal: () => '',
  flag: ({ initial: flag = true }) => flag,
  choice: initialChoice,
  choices: () => [],
  range: () => noRange,
  own: () => null,
  id: () => null,
  ids: () => [],
  day: () => null,
  time: () => '',
}

/** Form values of a row, or of a new one. */
export function formValues({ fields }: Resource, row: object | null): FormValues {
  const stored = row as Readonly<Record<string, unknown>> | null
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, field]): [string, unknown][] => {
      if (stored !== null && field.type === 'range') return [[key, rangeOf(stored[key])]]
      if (field.type !== 'names') return [[key, stored === null ? byType(initial, field) : stored[key]]]
      const names = stored === null ? noNames : ownNames(stored[key] as Names)
      return languages.map((language) => [`${key}.${language}`, names[language]])
    }),
  )
}

const rangeOf = (stored: unknown) => {
  const { min, max } = (stored ?? noRange) as Range
  return { min, max }
}

/** The request of a form's values. An empty optional field is null. */
export const valuesOf = <R extends Resource>({ fields }: R, form: FormValues): ValuesOf<R> =>
  Object.fromEntries(
    Object.entries(fields).map(([key, field]) => {
      if (field.type === 'names')
        return [key, Object.fromEntries(languages.map((language) => [language, form[`${key}.${language}`]]))]
      const value = form[key]
      if (field.type === 'range') return [key, Object.values(value as object).some(isEmpty) ? null : value]
      if (field.optional === true && isEmpty(value)) return [key, null]
      return [key, field.type === 'decimal' ? typedDecimal(value as string) : value]
    }),
  ) as ValuesOf<R>

const isEmpty = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
