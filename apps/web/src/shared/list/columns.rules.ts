/** Properties of a column set in the code. */
export interface ColumnFacts {
  readonly key: string
  /** Always shown and always first: the column that names the row. */
  readonly pinned?: boolean
  /** Hidden by default. */
  readonly extra?: boolean
  /** Shown by default only if there is space; earlier ones first. */
  readonly spare?: boolean
  /** Its place on a card, which a row is on a phone. */
  readonly card?: CardRole
}

/** Place of a value on a card: heading, mark beside it, labelled value below, or left out. */
export type CardRole = 'title' | 'state' | 'fact' | 'none'

/** Values of a card of a list whose columns do not say which of them matter. */
const usualFacts = 6
const stateKeys: ReadonlySet<string> = new Set(['status', 'state'])

/**
 * Places of the columns on a card, in their order. By default the first column is the title, the first one with a
 * state is the state, and of the others the first are facts, unless some of them are declared as such. A column that
 * the user chose to see is on the card too.
 */
export function cardRoles(
  columns: readonly Pick<ColumnFacts, 'key' | 'card'>[],
  chosen: Readonly<Record<string, boolean>> = {},
  maxFacts = usualFacts,
): readonly CardRole[] {
  const declares = (role: CardRole) => columns.some(({ card }) => card === role)
  const title = declares('title') ? undefined : columns[0]
  const state = declares('state')
    ? undefined
    : columns.find((column) => column !== title && column.card === undefined && stateKeys.has(column.key))
  let left = declares('fact') ? 0 : maxFacts
  return columns.map((column) => {
    if (column === title) return 'title'
    if (column === state) return 'state'
    if (chosen[column.key] === true && column.card !== 'title' && column.card !== 'state') return 'fact'
    if (column.card !== undefined) return column.card
    left -= 1
    return left < 0 ? 'none' : 'fact'
  })
}

/** Width in px for Chinese, whose texts are short, and for the other languages. */
export type Width = number | { readonly zh: number; readonly other: number }

/** A column's width in px for a language. */
export function widthIn(width: Width, language: string): number {
  if (typeof width === 'number') return width
  return language === 'zh' ? width.zh : width.other
}

/** How a list is sorted by a field, as `aria-sort` says it. `sorted` is a field, `-` in front for descending. */
export function sortOrder(sorted: string, field: string): 'ascending' | 'descending' | 'none' {
  if (sorted === field) return 'ascending'
  return sorted === `-${field}` ? 'descending' : 'none'
}

/** The sorting after the next click: ascending, then descending, then the list's default (empty). */
export const nextSort = (sorted: string, field: string): string =>
  ({ none: field, ascending: `-${field}`, descending: '' })[sortOrder(sorted, field)]

/** Room in px that a text needs in a cell or as a title: a Chinese character is as wide as two letters. */
export function textWidth(text: string): number {
  const letters = Array.from(text).reduce((sum, letter) => sum + (letter > '\u2e80' ? 2 : 1), 0)
  return Math.ceil(letters * 7.4) + 40
}

/**
 * Number of columns for which there is room beside those that are always there, from the left; `room` in px. Columns
 * that the user chose are ignored here: adding one hides no other.
 */
export function sparesIn(
  columns: readonly (ColumnFacts & { readonly width: Width })[],
  room: number,
  language: string,
): number {
  const widthOf = ({ width }: { readonly width: Width }) => widthIn(width, language)
  const always = columns.filter(({ spare, extra }) => spare !== true && extra !== true)
  let left = room - always.reduce((sum, one) => sum + widthOf(one), 0)
  const spares = columns.filter(({ spare }) => spare === true)
  const first = spares.findIndex((one) => (left -= widthOf(one)) < 0)
  return first === -1 ? spares.length : first
}

/** The columns with the first `spares` of those for which there may be room; the others are shown when chosen. */
export function fitted<C extends ColumnFacts>(columns: readonly C[], spares: number): readonly C[] {
  let left = spares
  return columns.map((column) => {
    if (column.spare !== true) return column
    left -= 1
    return left < 0 ? { ...column, extra: true } : column
  })
}

/** The user's changes to a list's columns; everything else has its default. */
export interface ColumnChoice {
  /** Keys in the chosen order. */
  readonly order: readonly string[]
  /** Visibility by key; absent keys have their default. */
  readonly shown: Readonly<Record<string, boolean>>
  /** Widths in px, by key. */
  readonly widths: Readonly<Record<string, number>>
  readonly density: Density
  /** Keys of columns that stay visible when scrolling sideways, besides those that always do. */
  readonly pinned: readonly string[]
  /** Rows are grouped by the column they are sorted by, if it has groups. */
  readonly grouped: boolean
}

export const densities = ['compact', 'normal', 'loose'] as const
/** Row density. */
export type Density = (typeof densities)[number]

export const noChoice: ColumnChoice = {
  order: [],
  shown: {},
  widths: {},
  density: 'normal',
  pinned: [],
  grouped: false,
}
const narrowest = 60
const widest = 800

/** Parses a stored choice; invalid parts are ignored. */
export function choiceOf(stored: unknown): ColumnChoice {
  const { order, shown, widths, density, pinned, grouped } = asRecord(stored)
  return {
    order: asKeys(order),
    shown: only(asRecord(shown), isFlag),
    widths: only(asRecord(widths), isWidth),
    density: densities.find((known) => known === density) ?? 'normal',
    pinned: asKeys(pinned).slice(0, maxPinned),
    grouped: grouped === true,
  }
}

const asKeys = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((key) => typeof key === 'string') : []

/** Whether two choices are equal; the order of keys in the stored objects is irrelevant. */
export const sameChoice = (one: ColumnChoice, other: ColumnChoice): boolean => asText(one) === asText(other)

const asText = ({ order, shown, widths, density, pinned, grouped }: ColumnChoice): string =>
  JSON.stringify([order, sorted(shown), sorted(widths), density, pinned, grouped])
const sorted = (record: Readonly<Record<string, unknown>>) =>
  Object.entries(record).toSorted(([one], [other]) => (one < other ? -1 : 1))

/** More would leave no room for the rest of the row. */
export const maxPinned = 3

export const isPinned = ({ key, pinned }: ColumnFacts, choice: ColumnChoice): boolean =>
  pinned === true || choice.pinned.includes(key)

/**
 * All columns in display order: pinned ones first, those of the code before the user's; then in the chosen order. A
 * column that is newer than the choice follows its neighbour in the code; removed columns are ignored.
 */
export function inOrder<C extends ColumnFacts>(columns: readonly C[], choice: ColumnChoice): readonly C[] {
  const named = (keys: readonly string[]) =>
    [...new Set(keys)].flatMap((key) => free.find((column) => column.key === key) ?? [])
  const free = columns.filter(({ pinned }) => pinned !== true)
  const ordered = named(choice.order)
  const order = [...ordered]
  for (const [at, column] of free.entries()) {
    if (ordered.includes(column)) continue
    const before = free[at - 1]
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, column)
  }
  const pinned = [...columns.filter(({ pinned }) => pinned === true), ...named(choice.pinned)]
  return [...pinned, ...order.filter((column) => !pinned.includes(column))]
}

/** The choice after pinning a column or letting it go. */
export const pinColumn = (choice: ColumnChoice, key: string, pin: boolean): ColumnChoice => {
  const others = choice.pinned.filter((pinned) => pinned !== key)
  return { ...choice, pinned: pin ? [...others, key] : others }
}

export const isShown = (column: ColumnFacts, choice: ColumnChoice): boolean =>
  column.pinned === true || (choice.shown[column.key] ?? column.extra !== true)

/** The choice after showing or hiding a column; a default value is not stored. */
export function showColumn(column: ColumnFacts, choice: ColumnChoice, show: boolean): ColumnChoice {
  const { [column.key]: _, ...rest } = choice.shown
  return { ...choice, shown: show === (column.extra !== true) ? rest : { ...rest, [column.key]: show } }
}

/** The choice after moving a column by a number of places; negative towards the front. */
export function moveColumn(
  columns: readonly ColumnFacts[],
  choice: ColumnChoice,
  key: string,
  by: number,
): ColumnChoice {
  const keys = inOrder(columns, choice)
    .filter((column) => !isPinned(column, choice))
    .map((column) => column.key)
  const from = keys.indexOf(key)
  if (from < 0) return choice
  const to = Math.min(Math.max(from + by, 0), keys.length - 1)
  return { ...choice, order: keys.toSpliced(from, 1).toSpliced(to, 0, key) }
}

/** The choice after setting a column's width in px. */
export const widenColumn = (choice: ColumnChoice, key: string, width: number): ColumnChoice => ({
  ...choice,
  widths: { ...choice.widths, [key]: Math.round(Math.min(Math.max(width, narrowest), widest)) },
})

const isFlag = (value: unknown): value is boolean => typeof value === 'boolean'
const isWidth = (value: unknown): value is number =>
  typeof value === 'number' && value >= narrowest && value <= widest

const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

function only<T>(record: Readonly<Record<string, unknown>>, fits: (value: unknown) => value is T) {
  return Object.fromEntries(Object.entries(record).filter((entry): entry is [string, T] => fits(entry[1])))
}

/** Neighbouring rows with the same group together, in their order. */
export function inGroups<Row>(
  rows: readonly Row[],
  groupOf: (row: Row) => string,
): readonly (readonly Row[])[] {
  const groups: Row[][] = []
  for (const row of rows) {
    const last = groups.at(-1)
    if (last?.[0] !== undefined && groupOf(last[0]) === groupOf(row)) last.push(row)
    else groups.push([row])
  }
  return groups
}
