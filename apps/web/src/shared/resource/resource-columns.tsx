import { byType, type ByType, type Resource } from '@cloud-factory/domain/resource/resource'
import type { Column } from '../list/column.ts'
import { textWidth } from '../list/columns.rules.ts'
import type { ResourceWords } from './use-resource-words.ts'

/** A declared field, or a column that the resource writes out. */
export type ResourceColumn<R extends Resource, Row> = (keyof R['fields'] & string) | Column<Row>

/** Columns of a resource's list. */
export const resourceColumns = <R extends Resource, Row extends object>(
  resource: R,
  words: ResourceWords,
  columns: readonly ResourceColumn<R, Row>[],
): readonly Column<Row>[] =>
  columns.map((column) => (typeof column === 'string' ? fieldColumn(resource, words, column) : column))

function fieldColumn<Row extends object>(resource: Resource, words: ResourceWords, key: string): Column<Row> {
  const field = resource.fields[key]
  const title = words.label(key)
  const isNumber = field?.type === 'number'
  const texts = [title, ...words.options(key).map(({ label }) => label)]
  return {
    key,
    title,
    width: Math.max(field === undefined ? 0 : byType(usualWidths, field), ...texts.map(textWidth)),
    pinned: key === resource.name,
    render: (row) => words.shown(key, (row as Readonly<Record<string, unknown>>)[key]),
    ...(resource.sorts.includes(key) && { sort: key }),
    ...(isNumber && { align: 'right' }),
  }
}

/** Room in px for usual values. */
const usualWidths: ByType<[], number> = {
  code: () => 130,
  text: ({ max }) => (max <= 12 ? 80 : max < 80 ? 160 : 200),
  names: () => 260,
  number: () => 90,
  flag: () => 80,
  choice: () => 80,
  choices: () => 180,
  id: () => 180,
  ids: () => 180,
  day: () => 120,
  time: () => 90,
}
