import { stageOf } from '@cloud-factory/domain/simulator/simulator-enums'
import {
  type PlantPiece,
  type Stage,
  stages,
  type Job,
  type MachineLife,
  type PlantMachine,
} from './plant.types.ts'
import type { Random } from './random.rules.ts'

/** Running hours per tonne of an ordinary column at each stage: round figures for the simulation only. */
const hoursPerTonne: Readonly<Record<Stage, number>> = {
  cut: 0.35,
  drill: 0.25,
  assemble: 0.4,
  weld: 0.9,
  straighten: 0.2,
  blast: 0.15,
  paint: 0.25,
}
const hoursAt = (stage: Stage, kg: number, random: Random): number =>
  (kg / 1_000) * hoursPerTonne[stage] * random.between(0.8, 1.3)

/** Pieces waiting before each stage. The first stage always has work: orders arrive as needed. */
export interface Yard {
  readonly waiting: Map<Stage, PlantPiece[]>
  /** Pieces and kilograms that completed the last stage. */
  done: number
  doneKg: number
  /** Number of pieces started. */
  begun: number
  order: number
  left: number
}

export const newYard = (): Yard => ({
  waiting: new Map(stages.map((stage) => [stage, []])),
  done: 0,
  doneKg: 0,
  begun: 0,
  order: 0,
  left: 0,
})

function newPiece(yard: Yard, rush: boolean, random: Random): PlantPiece {
  if (yard.left === 0) {
    yard.order += 1
    yard.left = Math.round(random.between(8, 30))
  }
  yard.left -= 1
  yard.begun += 1
  const orderNo = `${rush ? 'RUSH' : 'SIM'}-${String(yard.order).padStart(3, '0')}`
  return {
    serial: `${orderNo}-${String(yard.begun).padStart(5, '0')}`,
    orderNo,
    kg: Math.round(random.between(400, 5_200)),
    rush,
  }
}

/** The piece that a machine of the stage starts next, rush orders first; null when none waits. */
function takePiece(yard: Yard, stage: Stage, rush: boolean, random: Random): PlantPiece | null {
  const [first] = stages
  if (stage === first) return newPiece(yard, rush, random)
  const waiting = yard.waiting.get(stage) ?? []
  const urgent = waiting.findIndex((piece) => piece.rush)
  return waiting.splice(Math.max(0, urgent), 1)[0] ?? null
}

/** Moves a finished job's piece to the next stage, or out of the route. */
function passOn(yard: Yard, stage: Stage, piece: PlantPiece): void {
  const next = stages[stages.indexOf(stage) + 1]
  if (next !== undefined) yard.waiting.get(next)?.push(piece)
  else {
    yard.done += 1
    yard.doneKg += piece.kg
  }
}

const minutes = 60_000
const hour = 60 * minutes

/** Mean running time between breakdowns of a machine, hours; an invented figure. */
const faultMeanHours = 45

export const newLife = (machine: PlantMachine, at: number, random: Random): MachineLife => ({
  machine,
  stage: stageOf(machine.machineClass),
  state: 'idle',
  // Machines start at different times.
  until: at + random.between(0, 4 * minutes),
  job: null,
  untilFault: random.waiting(faultMeanHours),
  values: new Map(),
  seq: 0,
})

/** Inputs of a machine for one tick. Times are ms of the plant's clock. */
interface Tick {
  readonly now: number
  readonly hours: number
  /** A crew is there. */
  readonly manned: boolean
  /** A rush order is active. */
  readonly rush: boolean
  readonly yard: Yard
}

export type JobNews = { readonly type: 'job.start' | 'job.end'; readonly job: Job } | null

/** Advances one machine by a tick. Returns whether it began or ended a job. */
export function live(life: MachineLife, tick: Tick, random: Random): JobNews {
  if (life.state === 'fault' || life.state === 'maintenance') {
    if (tick.now >= life.until) rest(life, tick.now, random.between(1, 4) * minutes)
    return null
  }
  if (!tick.manned) {
    life.state = 'idle'
    return null
  }
  if (life.stage === null) return alone(life, tick, random)
  return life.job === null ? begin(life, tick, random) : goOn(life, life.job, tick, random)
}

function rest(life: MachineLife, now: number, ms: number): void {
  life.state = 'idle'
  life.until = now + ms
}

/** Duration of its breakdown; the current job waits. */
export function breakDown(life: MachineLife, now: number, ms: number, random: Random): void {
  life.state = 'fault'
  life.until = now + ms
  life.untilFault = random.waiting(faultMeanHours)
}

/** Cranes lift occasionally; compressors and meters run while anybody works. */
function alone(life: MachineLife, { now }: Tick, random: Random): null {
  if (life.machine.machineClass !== 'crane') life.state = 'running'
  else if (now >= life.until) {
    life.state = life.state === 'running' ? 'idle' : 'running'
    life.until = now + random.between(1, 6) * minutes
  }
  return null
}

function begin(life: MachineLife, { now, yard, rush }: Tick, random: Random): JobNews {
  life.state = 'idle'
  if (now < life.until || life.stage === null) return null
  const piece = takePiece(yard, life.stage, rush, random)
  if (piece === null) {
    rest(life, now, 30_000)
    return null
  }
  const job = {
    id: `${life.machine.code}-${piece.serial}`,
    piece,
    hours: hoursAt(life.stage, piece.kg, random),
    hoursDone: 0,
  }
  life.job = job
  life.state = 'setup'
  life.until = now + random.between(1, 5) * minutes
  return { type: 'job.start', job }
}

function goOn(life: MachineLife, job: Job, tick: Tick, random: Random): JobNews {
  const { now, hours, yard } = tick
  if (life.state !== 'running') {
    if (now < life.until) return null
    life.state = 'running'
  }
  job.hoursDone += hours
  life.untilFault -= hours
  if (life.untilFault <= 0) {
    breakDown(life, now, Math.min(3 * hour, 5 * minutes + random.waiting(25 * minutes)), random)
    return null
  }
  if (job.hoursDone < job.hours) return null
  if (life.stage !== null) passOn(yard, life.stage, job.piece)
  life.job = null
  rest(life, now, random.between(0.3, 2) * minutes)
  return { type: 'job.end', job }
}
