/** Kinds of print for an order. */
export const printKinds = ['labels', 'roll', 'marks', 'pieces'] as const
export type PrintKind = (typeof printKinds)[number]

/** Most labels or travellers of one print. A browser gives up on some thousand pages, so more labels are printed in parts. */
export const maxOf: Readonly<Record<PrintKind, number>> = {
  labels: 5000,
  roll: 1000,
  marks: 500,
  pieces: 500,
}

/** Which of an order's pieces; all that is named must hold, nothing named is all of them. */
export interface PrintChoice {
  readonly kind: PrintKind
  readonly markIds: readonly string[]
  readonly pieceIds: readonly string[]
  readonly batchId: string | null
  readonly status: readonly string[]
  /** Of labels that are too many for one print, from 1. */
  readonly part: number
}

const lists = ['markIds', 'pieceIds', 'status'] as const

/** The choice that an address makes. */
export function choiceOf(search: string): PrintChoice {
  const given = new URLSearchParams(search)
  const list = (name: (typeof lists)[number]) =>
    (given.get(name) ?? '').split(',').filter((word) => word !== '')
  return {
    kind: printKinds.find((word) => word === given.get('as')) ?? 'labels',
    markIds: list('markIds'),
    pieceIds: list('pieceIds'),
    batchId: given.get('batchId'),
    status: list('status'),
    part: partOf(given.get('part')),
  }
}

const partOf = (word: string | null) => (word !== null && /^[1-9]\d{0,5}$/.test(word) ? Number(word) : 1)

export interface PrintPart {
  readonly part: number
  /** Places of its first and last label among all, from 1. */
  readonly from: number
  readonly to: number
}

/** The parts of a print of so many; one that has them all when they are not too many. */
export const partsOf = (total: number, most: number): readonly PrintPart[] =>
  Array.from({ length: Math.ceil(total / most) }, (_, at) => ({
    part: at + 1,
    from: at * most + 1,
    to: Math.min(total, (at + 1) * most),
  }))

/** The address of a selection; default values are omitted. */
export function searchOfChoice(choice: Partial<PrintChoice>): string {
  const search = new URLSearchParams()
  if (choice.kind !== undefined && choice.kind !== 'labels') search.set('as', choice.kind)
  if (choice.batchId !== undefined && choice.batchId !== null) search.set('batchId', choice.batchId)
  for (const name of lists) {
    const words = choice[name] ?? []
    if (words.length > 0) search.set(name, words.join(','))
  }
  if (choice.part !== undefined && choice.part > 1) search.set('part', String(choice.part))
  const text = search.toString().replaceAll('%2C', ',')
  return text === '' ? '' : `?${text}`
}

/** Query for the pieces of a selection. */
export const queryOfChoice = ({ markIds, pieceIds, batchId, status }: PrintChoice) => ({
  ...(markIds.length === 0 ? {} : { markIds: markIds.join(',') }),
  ...(pieceIds.length === 0 ? {} : { pieceIds: pieceIds.join(',') }),
  ...(batchId === null ? {} : { batchId }),
  ...(status.length === 0 ? {} : { status: status.join(',') }),
})
