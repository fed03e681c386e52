import type { Job, MachineLife, PlantMachine } from './plant.types.ts'
import type { Random } from './random.rules.ts'
import { hoursAt, passOn, stageOf, takePiece, type Yard } from './routing.rules.ts'

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
export interface Tick {
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
