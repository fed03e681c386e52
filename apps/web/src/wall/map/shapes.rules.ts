import type { MachineClass } from '@cloud-factory/domain/machines/equipment-enums'

/**
 * A part of a machine: place and size as shares of its footprint; height above the floor and own
 * height in metres.
 */
export interface ShapePart {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly d: number
  readonly z: number
  readonly h: number
}
const part = (x: number, y: number, w: number, d: number, z: number, h: number): ShapePart => ({
  x,
  y,
  w,
  d,
  z,
  h,
})

const table = part(0, 0, 1, 1, 0, 1.1)
const portal = (at: number, height: number, thick = 0.12) => [
  part(at, 0, thick, 0.14, 1, height),
  part(at, 0, thick, 1, 1 + height, 0.9),
  part(at, 0.86, thick, 0.14, 1, height),
]

/** Outline of each machine class seen from far away: few boxes, rear parts first. */
export const shapes: Readonly<Record<MachineClass, readonly ShapePart[]>> = {
  cutter: [table, ...portal(0.42, 1.2)],
  laser: [table, part(0.25, 0, 0.5, 1, 1.1, 2.2)],
  assembly: [table, part(0.12, 0.2, 0.16, 0.6, 1.1, 2.6), part(0.62, 0.2, 0.16, 0.6, 1.1, 2.6)],
  gantry_saw: [table, ...portal(0.3, 2.8), ...portal(0.66, 2.8)],
  straightener: [table, part(0.38, 0.1, 0.24, 0.8, 1.1, 2.2)],
  drill: [table, part(0.42, 0.05, 0.2, 0.9, 1.1, 3)],
  saw: [table, part(0.46, 0, 0.1, 1, 1.1, 2.2)],
  robot: [
    part(0.1, 0.1, 0.8, 0.8, 0, 0.6),
    part(0.36, 0.36, 0.28, 0.28, 0.6, 2.8),
    part(0.4, 0.4, 0.56, 0.2, 3, 0.7),
  ],
  blaster: [part(0, 0.2, 1, 0.6, 0, 1.2), part(0.25, 0, 0.5, 1, 0, 4.6)],
  coating_line: [
    part(0, 0, 1, 1, 0, 3.4),
    part(0.08, 0.3, 0.12, 0.4, 3.4, 1.6),
    part(0.7, 0.3, 0.12, 0.4, 3.4, 1.6),
  ],
  crane: [
    part(0, 0, 0.06, 0.1, 0, 7),
    part(0, 0.9, 0.06, 0.1, 0, 7),
    part(0.94, 0, 0.06, 0.1, 0, 7),
    part(0, 0, 1, 0.1, 7, 0.8),
    part(0.94, 0.9, 0.06, 0.1, 0, 7),
    part(0, 0.9, 1, 0.1, 7, 0.8),
    part(0.42, 0, 0.16, 1, 7.8, 0.9),
  ],
  compressor: [part(0, 0, 0.65, 1, 0, 2.2), part(0.7, 0.2, 0.3, 0.6, 0, 3)],
  meter: [part(0.1, 0.1, 0.8, 0.8, 0, 2.2)],
  other: [part(0, 0, 1, 1, 0, 2.2)],
}

/** Height of the highest part of a class, m. */
export const reachOf = (kind: MachineClass): number => Math.max(...shapes[kind].map(({ z, h }) => z + h))
/** Room above the plan for the highest machine and its beacon, m. */
export const headroomM = Math.max(...Object.keys(shapes).map((kind) => reachOf(kind as MachineClass))) + 3
