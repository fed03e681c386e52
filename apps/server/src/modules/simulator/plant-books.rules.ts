import { machineStates, type MachineState } from '@cloud-factory/domain/machines/equipment-enums'
import type { MachineLife, PlantPiece, Stage } from './plant.types.ts'
import type { Random } from './random.rules.ts'

/** Maximum history, ms of the plant's clock: a day and the night before it. */
const retentionMs = 36 * 3_600_000
const tenMinutes = 600_000
/** Load and loading time of a truck. Round figures for the simulation only. */
const truckKg = 22_000
const loadingMs = 40 * 60_000
/** The order that is late when the simulation begins: all its pieces, as a multiple of those that are there, and stages done of these. */
const lateOrder = { begunDays: 3, promisedDays: 2.5, share: 1.25, stages: 3 }
/** Percentage of welded pieces that pass at once, and time until a non-conformance is closed. */
const passes = 0.965
const ncrMs = 5 * 3_600_000
/** Tested weld length per tonne, mm. */
const testedMmPerTonne = 2_400

const playedDefects = ['undercut', 'porosity', 'size', 'slag', 'film'] as const
type PlayedDefect = (typeof playedDefects)[number]
const playedReasons = ['material', 'crane', 'tool', 'fault', 'break'] as const

/** Inspections of the month before the simulation began: without them, the first verdicts would swing the shares. */
const earlierDefects: readonly (readonly [PlayedDefect, number])[] = [
  ['undercut', 7],
  ['porosity', 5],
  ['size', 4],
  ['slag', 3],
  ['film', 2],
]
const earlierQuality = { inspected: 600, passed: 579, testedMm: 4_032_000, rejectedMm: 28_600 }

/** Welding crews take turns, one every ten minutes. Of the earlier inspections, these were of their pieces. */
const earlierCrews = [
  ['first', { inspected: 240, passed: 235 }],
  ['second', { inspected: 210, passed: 205 }],
  ['third', { inspected: 150, passed: 139 }],
] as const
const crewAt = (now: number) =>
  earlierCrews[Math.floor(now / tenMinutes) % earlierCrews.length]?.[0] ?? 'first'

type PlayedReason = (typeof playedReasons)[number]

interface PlayedBand {
  readonly from: number
  readonly state: MachineState
}
export interface PlayedOrder {
  readonly no: string
  readonly begunAt: number
  /** Days from its start to the due date. */
  readonly promisedDays: number
  readonly pieces: number
  begunKg: number
  begunPieces: number
  /** Sum over stages of the completed kilograms. */
  stageKg: number
  donePieces: number
  openNcrs: number
}
/** Seconds of a machine by state, and its energy. */
export interface PlayedMachine {
  readonly bands: PlayedBand[]
  readonly seconds: Record<MachineState, number>
  mannedS: number
  readonly kwhByHour: Map<number, number>
}

/** Statistics of the simulation, kept only in memory. Timestamps are ms of the plant's clock. */
export interface PlantBooks {
  readonly machines: ReadonlyMap<string, PlayedMachine>
  readonly orders: ReadonlyMap<string, PlayedOrder>
  /** Kilograms through each stage, in steps of ten minutes. */
  readonly course: ReadonlyMap<Stage, ReadonlyMap<number, number>>
  readonly quality: {
    inspected: number
    passed: number
    testedMm: number
    rejectedMm: number
    readonly ncrs: { readonly at: number; readonly order: string }[]
    readonly defects: Map<PlayedDefect, number>
    /** The same inspections by the crew that welded the piece. */
    readonly crews: Map<string, { inspected: number; passed: number }>
  }
  readonly shipping: { packedKg: number; shippedKg: number; trucks: number; loadingUntil: number | null }
  readonly stops: Map<PlayedReason, { seconds: number; count: number }>
  /** Hours that crews worked. */
  labourHours: number
}

const reasonOf = (state: MachineState, random: Random): PlayedReason | null => {
  if (state === 'fault') return 'fault'
  if (state !== 'idle') return null
  return (['material', 'crane', 'tool', 'break'] as const)[Math.floor(random.next() * 4)] ?? 'material'
}

function kwOf({ machine, state }: MachineLife): number {
  const rated = machine.ratedKw ?? 30
  if (state === 'running') return rated * 0.68
  return state === 'offline' ? 0 : rated * 0.07
}

/** Collects statistics of a plant; call it for each event in order. */
export class BookKeeper {
  readonly #random: Random
  readonly #machines = new Map<string, PlayedMachine>()
  readonly #orders = new Map<string, PlayedOrder>()
  readonly #course = new Map<Stage, Map<number, number>>()
  readonly #reasons = new Map<string, PlayedReason>()
  readonly books: PlantBooks = {
    machines: this.#machines,
    orders: this.#orders,
    course: this.#course,
    quality: {
      ...earlierQuality,
      ncrs: [],
      defects: new Map(earlierDefects),
      crews: new Map(earlierCrews.map(([crew, sums]) => [crew, { ...sums }])),
    },
    shipping: { packedKg: 0, shippedKg: 0, trucks: 0, loadingUntil: null },
    stops: new Map(),
    labourHours: 0,
  }

  constructor(random: Random) {
    this.#random = random
  }

  /** Records a time step of a machine. */
  lived(life: MachineLife, now: number, ms: number, manned: boolean): void {
    const of = this.#machineOf(life.machine.code)
    if (manned && life.stage !== null) {
      this.#stopped(life, of, ms / 1_000)
      this.books.labourHours += ms / 3_600_000
    }
    if (of.bands.at(-1)?.state !== life.state) of.bands.push({ from: now - ms, state: life.state })
    while ((of.bands[1]?.from ?? now) < now - retentionMs) of.bands.shift()
    if (manned) {
      of.seconds[life.state] += ms / 1_000
      of.mannedS += ms / 1_000
    }
    const hour = Math.floor(now / 3_600_000) * 3_600_000
    of.kwhByHour.set(hour, (of.kwhByHour.get(hour) ?? 0) + (kwOf(life) * ms) / 3_600_000)
  }

  /** Records the order of the pieces that are in the plant at its beginning: it waits for material and is late. */
  broughtOver(pieces: readonly PlantPiece[], now: number): void {
    const [first] = pieces
    if (first === undefined) return
    const begunKg = pieces.reduce((sum, { kg }) => sum + kg, 0)
    this.#orders.set(first.orderNo, {
      no: first.orderNo,
      begunAt: now - lateOrder.begunDays * 24 * 3_600_000,
      promisedDays: lateOrder.promisedDays,
      pieces: Math.ceil(pieces.length * lateOrder.share),
      begunKg,
      begunPieces: pieces.length,
      stageKg: begunKg * lateOrder.stages,
      donePieces: 0,
      openNcrs: 0,
    })
  }

  /** Records the start of a piece; `left`: remaining pieces of its order. */
  begun(piece: PlantPiece, now: number, left: number): void {
    const order = this.#orders.get(piece.orderNo) ?? {
      no: piece.orderNo,
      begunAt: now,
      promisedDays: piece.rush ? 1 : 6 + Math.floor(this.#random.next() * 10),
      pieces: left + 1,
      begunKg: 0,
      begunPieces: 0,
      stageKg: 0,
      donePieces: 0,
      openNcrs: 0,
    }
    order.begunKg += piece.kg
    order.begunPieces += 1
    this.#orders.set(piece.orderNo, order)
  }

  /** Records a piece that completed a stage. */
  passed(stage: Stage, piece: PlantPiece, now: number, drift: number): void {
    const slots = this.#course.get(stage) ?? new Map<number, number>()
    const slot = Math.floor(now / tenMinutes) * tenMinutes
    slots.set(slot, (slots.get(slot) ?? 0) + piece.kg)
    for (const at of slots.keys()) {
      if (at >= now - retentionMs) break
      slots.delete(at)
    }
    this.#course.set(stage, slots)
    const order = this.#orders.get(piece.orderNo)
    if (order !== undefined) order.stageKg += piece.kg
    if (stage === 'weld') this.#inspect(piece, now, drift)
    if (stage !== 'paint') return
    this.books.shipping.packedKg += piece.kg
    if (order !== undefined) order.donePieces += 1
  }

  /** Begins a working day: what is counted by day begins at zero. */
  dayBegan(): void {
    for (const of of this.#machines.values()) {
      for (const state of machineStates) of.seconds[state] = 0
      of.mannedS = 0
      of.kwhByHour.clear()
    }
    this.books.stops.clear()
    this.books.labourHours = 0
    this.books.shipping.shippedKg = 0
    this.books.shipping.trucks = 0
  }

  /** Processes trucks, closes non-conformances and removes completed orders. */
  settled(now: number): void {
    this.#load(now)
    const { ncrs } = this.books.quality
    while (ncrs[0] !== undefined && ncrs[0].at < now - ncrMs) {
      const order = this.#orders.get(ncrs.shift()?.order ?? '')
      if (order !== undefined) order.openNcrs -= 1
    }
    for (const [no, order] of this.#orders) if (order.donePieces >= order.pieces) this.#orders.delete(no)
  }

  #machineOf(code: string): PlayedMachine {
    const known = this.#machines.get(code) ?? {
      bands: [],
      seconds: { offline: 0, idle: 0, setup: 0, running: 0, fault: 0, maintenance: 0 },
      mannedS: 0,
      kwhByHour: new Map<number, number>(),
    }
    this.#machines.set(code, known)
    return known
  }

  #stopped({ machine, state }: MachineLife, of: PlayedMachine, seconds: number): void {
    const isNew = of.bands.at(-1)?.state !== state
    const reason = isNew ? reasonOf(state, this.#random) : (this.#reasons.get(machine.code) ?? null)
    if (reason === null) {
      this.#reasons.delete(machine.code)
      return
    }
    this.#reasons.set(machine.code, reason)
    const { stops } = this.books
    const sum = stops.get(reason) ?? { seconds: 0, count: 0 }
    stops.set(reason, { seconds: sum.seconds + seconds, count: sum.count + (isNew ? 1 : 0) })
  }

  #inspect(piece: PlantPiece, now: number, drift: number): void {
    const { quality } = this.books
    const testedMm = Math.round((piece.kg / 1_000) * testedMmPerTonne)
    quality.inspected += 1
    quality.testedMm += testedMm
    const crew = quality.crews.get(crewAt(now))
    if (crew !== undefined) crew.inspected += 1
    if (this.#random.next() < passes - drift * 1.5) {
      quality.passed += 1
      if (crew !== undefined) crew.passed += 1
      return
    }
    quality.rejectedMm += Math.round(testedMm * (0.04 + 0.1 * this.#random.next()))
    const defect = playedDefects[Math.floor(this.#random.next() ** 2 * playedDefects.length)] ?? 'undercut'
    quality.defects.set(defect, (quality.defects.get(defect) ?? 0) + 1)
    quality.ncrs.push({ at: now, order: piece.orderNo })
    const order = this.#orders.get(piece.orderNo)
    if (order !== undefined) order.openNcrs += 1
  }

  #load(now: number): void {
    const { shipping } = this.books
    if (shipping.loadingUntil === null) {
      if (shipping.packedKg >= truckKg) shipping.loadingUntil = now + loadingMs
      return
    }
    if (now < shipping.loadingUntil) return
    const kg = Math.min(truckKg, shipping.packedKg)
    shipping.packedKg -= kg
    shipping.shippedKg += kg
    shipping.trucks += 1
    shipping.loadingUntil = null
  }
}
