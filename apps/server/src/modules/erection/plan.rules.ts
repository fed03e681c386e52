import type { PlanRecord } from '@cloud-factory/contract/erection/erection'
import type { ErectionReason } from '@cloud-factory/domain/erection/site-states'

/** A piece of the order that a list can name by its serial or its mark. */
export interface PlannedPiece {
  readonly id: number
  readonly serial: string
  readonly mark: string
}

export interface PlanError {
  readonly field: keyof PlanRecord
  readonly reason: ErectionReason
}

interface PlanPlace {
  readonly pieceId: number
  readonly lot: string
  readonly sequence: number | null
}

interface PlanLot {
  readonly code: string
  readonly area: string | null
  readonly plannedOn: string | null
}

/**
 * Takes the rows of a list one after the other. A row names a serial, all pieces of a mark, or as many of them as its
 * quantity says that no row before has used. The rows of a lot agree on its day and area.
 */
export function planner(pieces: readonly PlannedPiece[]) {
  const bySerial = new Map(pieces.map((piece) => [piece.serial, piece]))
  const byMark = Map.groupBy(pieces, ({ mark }) => mark)
  const used = new Set<number>()
  const places: PlanPlace[] = []
  const lots = new Map<string, PlanLot>()

  const meant = ({ piece, quantity }: PlanRecord): readonly PlannedPiece[] | PlanError => {
    const one = bySerial.get(piece)
    const named = one === undefined ? byMark.get(piece) : [one]
    if (named === undefined) return { field: 'piece', reason: 'erection.unknown_piece' }
    const free = named.filter(({ id }) => !used.has(id))
    if (quantity === null)
      return free.length === named.length ? free : { field: 'piece', reason: 'erection.twice' }
    return quantity > free.length
      ? { field: 'quantity', reason: 'erection.too_many' }
      : free.slice(0, quantity)
  }

  const mergedLot = ({ lot: code, area, plannedOn }: PlanRecord): PlanLot | PlanError => {
    const before = lots.get(code)
    const stated = area === '' ? null : area
    if (before === undefined) return { code, area: stated, plannedOn }
    if (plannedOn !== null && before.plannedOn !== null && plannedOn !== before.plannedOn)
      return { field: 'plannedOn', reason: 'erection.day_differs' }
    if (stated !== null && before.area !== null && stated !== before.area)
      return { field: 'area', reason: 'erection.area_differs' }
    return { code, area: before.area ?? stated, plannedOn: before.plannedOn ?? plannedOn }
  }

  return {
    /** Takes a row; null: it is right. */
    take(record: PlanRecord): PlanError | null {
      const found = meant(record)
      if ('reason' in found) return found
      const lot = mergedLot(record)
      if ('reason' in lot) return lot
      lots.set(lot.code, lot)
      for (const { id } of found) {
        used.add(id)
        places.push({ pieceId: id, lot: record.lot, sequence: record.sequence })
      }
      return null
    },
    places,
    lots,
  }
}

/** Places without a sequence follow the one before in their lot. */
export function numbered(places: readonly PlanPlace[], last: ReadonlyMap<string, number>) {
  const latest = new Map(last)
  return places.map(({ pieceId, lot, sequence }) => {
    const position = sequence ?? Math.min((latest.get(lot) ?? 0) + 1, 1_000_000)
    latest.set(lot, position)
    return { pieceId, lot, position }
  })
}
