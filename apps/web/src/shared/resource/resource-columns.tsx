import { byType, type ByType, type Resource } from '@cloud-factory/domain/resource/resource'
import type { Column } from '../list/column.ts'
import { textWidth } from '../list/columns.rules.ts'
import type { ResourceWords } from './use-resource-words.ts'

/** Key of a value of the row, or what differs in its column from the usual one. */
export type ResourceColumn<Row> = (keyof Row & string) | (Partial<Column<Row>> & { readonly key: string })

/** Columns of a resource's list. */
export const resourceColumns = <Row extends object>(
  resource: Resource,
  words: ResourceWords,
  columns: readonly ResourceColumn<Row>[],
): readonly Column<Row>[] =>
  columns.map((column, at) => {
    const own = typeof column === 'string' ? { key: column } : column
    return { ...usualColumn<Row>(resource, words, own.key), pinned: at === 0, ...own }
  })

function usualColumn<Row extends object>(resource: Resource, words: ResourceWords, key: string): Column<Row> {
  const field = resource.fields[key]
  const short = words.short(key)
  const title = short ?? words.label(key)
  const isNumber = numbers.has(field?.type)
  const texts = [title, ...words.options(key).map(({ label }) => label)]
  return {
    key,
    title,
    width: Math.max(field === undefined ? 0 : byType(usualWidths, field), ...texts.map(textWidth)),
    ...(short !== undefined && { tip: words.label(key) }),
    render: (row) => words.shown(key, (row as Readonly<Record<string, unknown>>)[key]),
    ...(resource.sorts.includes(key) && { sort: key }),
    ...(field?.type === 'choice' && {
      group: (row) => String((row as Readonly<Record<string, unknown>>)[key]),
    }),
    ...(isNumber && { align: 'right' }),
  }
}

const numbers: ReadonlySet<string | undefined> = new Set(['number', 'decimal', 'range'])

/** Room in px for usual values. */
const usualWidths: ByType<[], number> = {
  code: () => 130,
  text: ({ max }) => (max <= 12 ? 80 : max < 80 ? 160 : 200),
  names: () => 260,
  number: () => 90,
  decimal: () => 90,
  flag: () => 80,
  choice: () => 80,
  choices: () => 180,
  range: () => 90,
  own: () => 180,
  id: () => 180,
  ids: () => 180,
  day: () => 120,
  time: () => 90,
}
