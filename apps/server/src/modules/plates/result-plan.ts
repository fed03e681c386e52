import type { PlateResultRecord } from '@cloud-factory/contract/plates/plates'
import {
  type CutLayout,
  type CutPart,
  type CutPlate,
  misfit,
  type NewRemnant,
  type OpenPart,
  type PlateLot,
  remnantOf,
  type ResultError,
  rounded,
  shared,
  type StoredRemnant,
  weightOf,
} from './plate-fit.ts'

interface Facts {
  readonly job: string
  readonly parts: readonly OpenPart[]
  readonly lots: readonly PlateLot[]
  readonly remnants: readonly StoredRemnant[]
}

/** Plates are rolled a little thicker, and lists round. */
const tolerance = 1.05

const plateKey = ({ heat, plate }: PlateResultRecord): string => `${heat} ${plate}`.toUpperCase()
const same = (one: string, other: string): boolean => one.toUpperCase() === other.toUpperCase()

const isError = <T extends object>(found: T | ResultError): found is ResultError => 'reason' in found

/**
 * Takes the rows of a result one after the other; each is right by itself and together with those before it. Rows of
 * one heat and plate are one plate. Nothing of a wrong row counts.
 */
export class ResultPlan {
  readonly plates = new Map<string, CutPlate>()
  readonly cuts: CutPart[] = []
  readonly #facts: Facts
  readonly #open: Map<number, number>
  readonly #whole: Map<number, number>

  constructor(facts: Facts) {
    this.#facts = facts
    this.#open = new Map(facts.parts.map(({ id, open }) => [id, open]))
    this.#whole = new Map(facts.lots.map(({ id, plates }) => [id, plates]))
  }

  /** Takes a row; null: it is right. */
  take(record: PlateResultRecord): ResultError | null {
    if (record.job !== '' && !same(record.job, this.#facts.job))
      return { field: 'job', reason: 'plate.other_job', params: { job: record.job } }
    const cut = this.#partsOf(record)
    if (isError(cut)) return cut
    const plate = this.#plateWith(record, cut)
    if (plate !== null && isError(plate)) return plate
    for (const one of cut) {
      this.#open.set(one.part.id, (this.#open.get(one.part.id) ?? 0) - one.quantity)
      this.cuts.push({ ...one, lotId: plate?.lot.id ?? null })
    }
    return null
  }

  /** The plate of a row with its parts and its remnant added; null: the steel is not known. */
  #plateWith(record: PlateResultRecord, cut: readonly CutPart[]): CutPlate | null | ResultError {
    const plate = this.#plateOf(record, cut)
    if (plate !== null && isError(plate)) return plate
    const remnant = remnantOf(record, plate)
    if (remnant !== null && isError(remnant)) return remnant
    const added = remnant === null ? [] : [remnant]
    return plate === null ? null : (this.#addToPlate(plateKey(record), plate, cut, added) ?? plate)
  }

  /** Takes a layout that was nested here: a plate or remnant that is known, with all of its parts. */
  takeLayout({ plate: name, lotId, remnantId, parts, remnants, location }: CutLayout): ResultError | null {
    const cut = this.#layoutParts(parts, lotId)
    if (isError(cut)) return cut
    const plate = this.#layoutPlate(name, lotId, remnantId)
    if (isError(plate)) return plate
    const fit = misfit(plate.lot, cut)
    if (fit !== null) return fit
    const { thicknessMm } = plate.lot
    if (thicknessMm === null) return { field: 'heat', reason: 'plate.no_thickness' }
    const back = remnants.map((size): NewRemnant => ({ ...size, location, kg: weightOf(size, thicknessMm) }))
    const error = this.#addToPlate(`${lotId} ${name}`, plate, cut, back)
    if (error === null) this.cuts.push(...cut)
    return error
  }

  #layoutParts(parts: CutLayout['parts'], lotId: number): CutPart[] | ResultError {
    const cut: CutPart[] = []
    for (const { id, quantity } of parts) {
      const part = this.#facts.parts.find((one) => one.id === id)
      if (part === undefined) return { field: 'part', reason: 'part.revised' }
      if (part.problem !== null)
        return { field: 'part', reason: part.problem, params: { part: `${part.mark} ${part.partMark}` } }
      if (part.open < quantity)
        return { field: 'part', reason: 'plate.too_many', params: { most: part.open } }
      cut.push({ part, lotId, quantity })
    }
    return cut
  }

  #layoutPlate(plate: string, lotId: number, remnantId: number | null): CutPlate | ResultError {
    const isFree = { plate, partsKg: 0, remnants: [] }
    if (remnantId !== null) {
      const stored = this.#facts.remnants.find(({ id }) => id === remnantId)
      if (stored === undefined || !stored.isAvailable) return { field: 'plate', reason: 'plate.remnant_used' }
      return { ...isFree, lot: stored.lot, remnantId, kg: stored.kg }
    }
    const lot = this.#facts.lots.find(({ id, plates }) => id === lotId && plates > 0)
    if (lot === undefined) return { field: 'heat', reason: 'plate.none_left' }
    return { ...isFree, lot, remnantId, kg: lot.kg }
  }

  #partsOf({ part, order, mark, quantity }: PlateResultRecord): CutPart[] | ResultError {
    const named = this.#facts.parts.filter(
      (one) =>
        same(one.partMark, part) &&
        (order === '' || same(one.orderNo, order)) &&
        (mark === '' || same(one.mark, mark)),
    )
    if (named.length === 0) return { field: 'part', reason: 'plate.unknown_part' }
    const orders = new Set(named.map(({ orderNo }) => orderNo))
    if (orders.size > 1)
      return { field: 'order', reason: 'plate.which_order', params: { orders: [...orders].join(', ') } }
    for (const { problem, mark: name, partMark } of named)
      if (problem !== null) return { field: 'part', reason: problem, params: { part: `${name} ${partMark}` } }
    return shared(named, quantity, this.#open)
  }

  /** The plate of a row, or a new one; null: the steel is not known. */
  #plateOf(record: PlateResultRecord, cut: readonly CutPart[]): CutPlate | null | ResultError {
    const known = this.plates.get(plateKey(record))
    if (known !== undefined) return misfit(known.lot, cut) ?? known
    const stored = /^P(\d{1,15})$/i.exec(record.plate)
    if (stored !== null) return this.#remnantPlate(record, Number(stored[1]), cut)
    if (record.heat === '')
      return cut.some(({ part }) => part.needsHeat) ? { field: 'heat', reason: 'part.heat_missing' } : null
    return this.#wholePlate(record, cut)
  }

  #wholePlate({ heat, plate }: PlateResultRecord, cut: readonly CutPart[]): CutPlate | ResultError {
    const lots = this.#facts.lots.filter((lot) => lot.heat === heat)
    const [problem = null] = lots.flatMap((lot) => misfit(lot, cut) ?? [])
    const fitting = lots.filter((lot) => misfit(lot, cut) === null)
    if (fitting.length === 0) return problem ?? { field: 'heat', reason: 'plate.unknown_heat' }
    const lot = fitting.find(({ id }) => (this.#whole.get(id) ?? 0) > 0)
    if (lot === undefined) return { field: 'heat', reason: 'plate.none_left' }
    return { plate, lot, remnantId: null, kg: lot.kg, partsKg: 0, remnants: [] }
  }

  #remnantPlate(
    { plate, heat }: PlateResultRecord,
    id: number,
    cut: readonly CutPart[],
  ): CutPlate | ResultError {
    const stored = this.#facts.remnants.find((one) => one.id === id)
    if (stored === undefined) return { field: 'plate', reason: 'plate.unknown_remnant' }
    const { lot, kg, isAvailable } = stored
    if (heat !== '' && heat !== lot.heat)
      return { field: 'heat', reason: 'plate.other_heat', params: { heat: lot.heat } }
    const isUsed = [...this.plates.values()].some(({ remnantId }) => remnantId === id)
    if (!isAvailable || isUsed) return { field: 'plate', reason: 'plate.remnant_used' }
    return misfit(lot, cut) ?? { plate, lot, remnantId: id, kg, partsKg: 0, remnants: [] }
  }

  /** Adds parts and a remnant to a plate, unless it or its lot weighs too little. */
  #addToPlate(
    key: string,
    plate: CutPlate,
    cut: readonly CutPart[],
    added: readonly NewRemnant[],
  ): ResultError | null {
    const partsKg = cut.reduce((sum, { part, quantity }) => sum + quantity * (part.kg ?? 0), plate.partsKg)
    const remnants = [...plate.remnants, ...added]
    const backKg = remnants.reduce((sum, { kg }) => sum + kg, 0)
    if (backKg > plate.kg || partsKg + backKg > plate.kg * tolerance)
      return {
        field: added.length === 0 ? 'quantity' : 'remnantLength',
        reason: 'plate.too_heavy',
        params: { kg: rounded(plate.kg) },
      }
    const changed = { ...plate, partsKg, remnants }
    const others = [...this.plates].filter(([other, { lot }]) => other !== key && lot.id === plate.lot.id)
    const lotKg = others.reduce((sum, [, one]) => sum + usedKg(one), usedKg(changed))
    if (rounded(lotKg) > plate.lot.leftKg) return { field: 'heat', reason: 'plate.none_left' }
    if (!this.plates.has(key) && plate.remnantId === null)
      this.#whole.set(plate.lot.id, (this.#whole.get(plate.lot.id) ?? 0) - 1)
    this.plates.set(key, changed)
    return null
  }
}

/** What the lot loses by a plate. */
export const usedKg = ({ kg, remnants }: CutPlate): number =>
  rounded(kg - remnants.reduce((sum, remnant) => sum + remnant.kg, 0))
