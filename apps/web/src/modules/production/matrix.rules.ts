import type { PieceStatus } from '@cloud-factory/domain/orders/order-statuses'

/** A list in parts of at most `size`, in its order. */
export const chunks = <T>(list: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size))

type StepState = 'done' | 'part' | 'next' | 'later'

interface Step {
  readonly processId: string
  readonly state: StepState
  /** Share done, 0 to 1. */
  readonly part: number
}

/** The steps of a route and how far each is. */
export const stepsOf = (route: readonly string[], stepsDone: number, stepPart: number): readonly Step[] =>
  route.map((processId, at) => {
    if (at < stepsDone) return { processId, state: 'done', part: 1 }
    if (at > stepsDone) return { processId, state: 'later', part: 0 }
    return stepPart > 0 ? { processId, state: 'part', part: stepPart } : { processId, state: 'next', part: 0 }
  })

/** Symbol of a state, so that states do not differ by colour alone. */
export const stepSigns: Readonly<Record<StepState, string>> = { done: '✓', part: '◐', next: '▶', later: '·' }

/** A share from 0 to 1 in per cent, one digit at most; never 0 for something or 100 for not all. */
export function percentText(share: number): string {
  if (share <= 0) return '0'
  if (share >= 1) return '100'
  return String(Math.min(99.9, Math.max(0.1, Math.round(share * 1000) / 10)))
}

/** A piece as the matrix has it. */
export interface MatrixPiece {
  readonly id: string
  readonly serial: string
  readonly routeId: string | null
  readonly status: PieceStatus
  readonly held: boolean
  readonly stepsDone: number
  readonly stepPart: number
}

interface MatrixRoute {
  readonly id: string
  readonly processIds: readonly string[]
}

/** `off`: not on its route. `blocked`: would be next, and is held or has an open non-conformance. */
export type CellState = 'off' | 'done' | 'part' | 'next' | 'later' | 'blocked' | 'gone'

interface Cell {
  readonly state: CellState
  /** Share done, 0 to 1. */
  readonly part: number
}

/** Symbol of a state: states never differ by colour alone. */
export const cellSigns: Readonly<Record<CellState, string>> = {
  off: '',
  done: '✓',
  part: '◐',
  next: '▶',
  later: '○',
  blocked: '‖',
  gone: '✕',
}

/** ` 40 %` of a step that is begun. */
export const percentOf = (part: number): string =>
  part > 0 && part < 1 ? ` ${Math.round(part * 100)} %` : ''

/** Text of a cell. */
export const cellText = ({ state, part }: Pick<Cell, 'state' | 'part'>): string =>
  `${cellSigns[state]}${percentOf(part)}`

/** States in the order of the legend. */
export const cellStates = ['done', 'part', 'next', 'later', 'blocked', 'gone', 'off'] as const

/**
 * Processes of all routes, in the order of work.
 * @param all every process in list order; processes of a route that it does not contain come last
 */
export function matrixColumns(routes: readonly MatrixRoute[], all: readonly string[]): readonly string[] {
  const present = new Set(routes.flatMap(({ processIds }) => processIds))
  const known = all.filter((id) => present.has(id))
  return [...known, ...[...present].filter((id) => !all.includes(id))]
}

/** Place of each process on each route: `places.get(routeId)?.get(processId)`. */
export const placesOf = (routes: readonly MatrixRoute[]): ReadonlyMap<string, ReadonlyMap<string, number>> =>
  new Map(routes.map(({ id, processIds }) => [id, new Map(processIds.map((process, at) => [process, at]))]))

const gone: ReadonlySet<PieceStatus> = new Set(['scrapped', 'superseded'])
const whole = { part: 1 } as const
const nothing = { part: 0 } as const

/**
 * Progress of a piece in the process at this position of its route; undefined if the process is not
 * on its route.
 */
export function cellOf(piece: MatrixPiece, place: number | undefined): Cell {
  if (place === undefined) return { state: 'off', ...nothing }
  if (place < piece.stepsDone) return { state: 'done', ...whole }
  if (gone.has(piece.status)) return { state: 'gone', ...nothing }
  if (place > piece.stepsDone) return { state: 'later', ...nothing }
  if (piece.held || piece.status === 'ncr_open') return { state: 'blocked', part: piece.stepPart }
  if (piece.stepPart > 0) return { state: 'part', part: piece.stepPart }
  return piece.status === 'planned' ? { state: 'later', ...nothing } : { state: 'next', ...nothing }
}

export interface Place {
  readonly row: number
  readonly column: number
}

/** Target cell of a key in a grid; null for keys that do not move. */
export function movedBy(
  key: string,
  { row, column }: Place,
  { rows, columns, page }: { readonly rows: number; readonly columns: number; readonly page: number },
): Place | null {
  const moves: Readonly<Record<string, Place>> = {
    ArrowDown: { row: row + 1, column },
    ArrowUp: { row: row - 1, column },
    ArrowRight: { row, column: column + 1 },
    ArrowLeft: { row, column: column - 1 },
    PageDown: { row: row + page, column },
    PageUp: { row: row - page, column },
    Home: { row, column: 0 },
    End: { row, column: columns - 1 },
  }
  const to = moves[key]
  if (to === undefined || rows === 0) return null
  return { row: within(to.row, rows), column: within(to.column, Math.max(1, columns)) }
}

const within = (at: number, length: number): number => Math.min(length - 1, Math.max(0, at))
