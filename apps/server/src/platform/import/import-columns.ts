import type { Namespace } from '@cloud-factory/dictionary/translate'
import {
  byType,
  type ByType,
  type Field,
  type Fields,
  initialChoice,
  type Names,
} from '@cloud-factory/domain/resource/resource'
import type { Cell } from '../table/read-table.ts'
import { translatorOf } from '../texts/translator-of.ts'

export type Language = 'zh' | 'en' | 'es'

/** A record that a cell can name by any of its names. */
interface Reference {
  readonly id: string
  readonly names: readonly string[]
}
export type References = Readonly<Record<string, readonly Reference[]>>

/** A column of a file to import, made of the declaration of its field. */
export interface ImportColumn {
  readonly key: string
  readonly titles: Names
  /** No record can be added without it. */
  readonly isRequired: boolean
  /** Its value is another record, so any wrong value is none of the options. */
  readonly isReference: boolean
  /** The value of an empty cell; undefined: it must be filled in. */
  readonly empty: unknown
  /** What stands for a wrong cell is returned unchanged: the schema of the record then says what is wrong. */
  readonly read: (cell: string | number) => unknown
  /** The cell of a template. */
  readonly example: (language: Language) => string
}

type Text = (key: string) => Names

const known = new Map<Namespace, Text>()

/** Texts of a namespace in three languages; its files are read once. */
export function texts(namespace: Namespace): Text {
  const text = known.get(namespace) ?? textsOf(namespace)
  known.set(namespace, text)
  return text
}

function textsOf(namespace: Namespace): Text {
  const translate = translatorOf(namespace, [namespace, 'common', 'shell'])
  const inLanguage = (key: string, language: Language) => translate(language)(key, { defaultValue: key })
  return (key) => ({ zh: inLanguage(key, 'zh'), en: inLanguage(key, 'en'), es: inLanguage(key, 'es') })
}

/** Columns for these fields, with the labels that forms show in a namespace. */
export function importColumns(
  fields: Fields,
  namespace: Namespace,
  references: References = {},
): readonly ImportColumn[] {
  const text = texts(namespace)
  return Object.entries(fields).map(([key, field]) => {
    const empty = byType(emptyValues, field)
    const shows = { key, text, options: optionsOf(text, key, field), references: references[key] ?? [] }
    return {
      key,
      titles: text(field.label ?? `field.${key}`),
      isRequired: empty === undefined && field.optional !== true,
      isReference: field.type === 'id' || field.type === 'ids',
      empty: field.optional === true ? null : empty,
      read: (cell) => byType(readers, field, cell, shows),
      example: (language) => byType(examples, field, language, shows),
    }
  })
}

/** Blanks, case, signs of required fields and full-width letters do not distinguish names. */
export const folded = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s*_]/g, '')

interface Option {
  readonly value: string
  readonly names: Names
}
interface Shows {
  readonly key: string
  readonly text: Text
  readonly options: readonly Option[]
  readonly references: readonly Reference[]
}

function optionsOf(text: Text, key: string, field: Field): readonly Option[] {
  if (field.type !== 'choice' && field.type !== 'choices') return []
  return field.values.map((value) => ({
    value,
    names:
      field.words === null ? { zh: value, en: value, es: value } : text(`${field.words ?? key}.${value}`),
  }))
}

const notImported = (): never => {
  throw new Error('fields of this type cannot be imported')
}

/** Undefined where a new record has no value of its own. */
const emptyValues: ByType<[], unknown> = {
  code: () => undefined,
  text: ({ initial, required }) => initial ?? (required === true ? undefined : ''),
  number: ({ initial }) => initial,
  decimal: () => undefined,
  flag: ({ initial = true }) => initial,
  choice: initialChoice,
  choices: ({ required }) => (required === true ? undefined : []),
  id: () => undefined,
  ids: () => undefined,
  day: () => undefined,
  time: () => undefined,
  names: notImported,
  range: notImported,
  own: notImported,
}

const asText = (_: Field, cell: string | number): string => String(cell)

/** A number as people type it; other text is returned unchanged. */
function typedNumber(cell: string | number): string | number {
  if (typeof cell === 'number') return cell
  const narrow = cell.normalize('NFKC').replaceAll(/\s/g, '').replace(/^[−–]/, '-')
  // `1,234` may be a thousand or a little more than one.
  if (/^-?[1-9]\d{0,2}(,\d{3})+$/.test(narrow)) return cell
  return /^-?\d+([.,]\d+)?$/.test(narrow) ? Number(narrow.replace(',', '.')) : cell
}

const yes = new Set(['true', '1', 'yes', 'y', '是', '√', 'sí', 'si', 's', 'x'])
const no = new Set(['false', '0', 'no', 'n', '否'])

const optionOf = (options: readonly Option[], text: string): string =>
  options.find(({ value, names }) =>
    [value, ...Object.values(names)].some((name) => folded(String(name)) === folded(text)),
  )?.value ?? text

const referenceOf = (references: readonly Reference[], text: string): string =>
  references.find(({ names }) => names.some((name) => folded(name) === folded(text)))?.id ?? 'unknown'

const parts = (cell: string | number): string[] =>
  String(cell)
    .split(/[,，;；、|]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** Days since 30 December 1899, as spreadsheets store a date. */
const dayOfSerial = (serial: number): string =>
  serial > 0 && serial < 2_958_466
    ? new Date(Math.round((Math.floor(serial) - 25_569) * 86_400_000)).toISOString().slice(0, 10)
    : String(serial)

const twoDigits = (number: string): string => number.padStart(2, '0')

function typedDay(cell: string | number): string {
  if (typeof cell === 'number') return dayOfSerial(cell)
  const [, year = '', month = '', day = ''] = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(cell) ?? []
  return year === '' ? cell : `${year}-${twoDigits(month)}-${twoDigits(day)}`
}

const readers: ByType<[cell: string | number, shows: Shows], unknown> = {
  code: asText,
  text: asText,
  number: (_, cell) => typedNumber(cell),
  decimal: (_, cell) => String(typedNumber(cell)),
  flag: (_, cell) => {
    const word = folded(String(cell))
    return yes.has(word) ? true : no.has(word) ? false : cell
  },
  choice: (_, cell, { options }) => optionOf(options, String(cell)),
  choices: (_, cell, { options }) => parts(cell).map((part) => optionOf(options, part)),
  id: (_, cell, { references }) => referenceOf(references, String(cell)),
  ids: (_, cell, { references }) => parts(cell).map((part) => referenceOf(references, part)),
  day: (_, cell) => typedDay(cell),
  time: asText,
  names: notImported,
  range: notImported,
  own: notImported,
}

const firstReference = (_: Field, __: Language, { references }: Shows): string =>
  references[0]?.names[0] ?? ''

const examples: ByType<[language: Language, shows: Shows], string> = {
  code: ({ example }, _, { key }) => example ?? (key === 'code' ? 'A-001' : ''),
  text: ({ example, initial, required }, language, { key, text }) =>
    example ?? initial ?? (required === true ? text(`field.${key}`)[language] : ''),
  number: ({ initial }) => (initial === undefined ? '' : String(initial)),
  decimal: () => '',
  flag: ({ initial = true }, language, { text }) => text(initial ? 'common:yes' : 'common:no')[language],
  choice: (field, language, { options }) =>
    options.find(({ value }) => value === initialChoice(field))?.names[language] ?? '',
  choices: (_, language, { options }) => options[0]?.names[language] ?? '',
  id: firstReference,
  ids: firstReference,
  day: ({ optional }) => (optional === true ? '' : '2026-01-31'),
  time: () => '08:00',
  names: notImported,
  range: notImported,
  own: notImported,
}

/** Text of a cell as the preview shows it. */
export const cellText = (cell: Cell | undefined): string => String(cell ?? '')
