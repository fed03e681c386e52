import type { MachineClass } from '@cloud-factory/domain/machines/equipment-enums'
import { type PlantPiece, type Stage, stages } from './plant.types.ts'
import type { Random } from './random.rules.ts'

const stageByClass: Partial<Record<MachineClass, Stage>> = {
  cutter: 'cut',
  laser: 'cut',
  saw: 'drill',
  drill: 'drill',
  assembly: 'assemble',
  gantry_saw: 'weld',
  robot: 'weld',
  straightener: 'straighten',
  blaster: 'blast',
  coating_line: 'paint',
}
/** Stage of a machine; null = none: cranes, compressors and meters run independently. */
export const stageOf = (machineClass: MachineClass): Stage | null => stageByClass[machineClass] ?? null

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
export const hoursAt = (stage: Stage, kg: number, random: Random): number =>
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
export function takePiece(yard: Yard, stage: Stage, rush: boolean, random: Random): PlantPiece | null {
  const [first] = stages
  if (stage === first) return newPiece(yard, rush, random)
  const waiting = yard.waiting.get(stage) ?? []
  const urgent = waiting.findIndex((piece) => piece.rush)
  return waiting.splice(Math.max(0, urgent), 1)[0] ?? null
}

/** Moves a finished job's piece to the next stage, or out of the route. */
export function passOn(yard: Yard, stage: Stage, piece: PlantPiece): void {
  const next = stages[stages.indexOf(stage) + 1]
  if (next !== undefined) yard.waiting.get(next)?.push(piece)
  else {
    yard.done += 1
    yard.doneKg += piece.kg
  }
}
