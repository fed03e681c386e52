import type { MachineClass } from '@cloud-factory/domain/machines/equipment-enums'
import { severities } from '@cloud-factory/domain/alarms/alarm-enums'
import type { MapMachine } from '@cloud-factory/domain/wall/wall-panels'
import type { Box } from '../frame/frame.rules.ts'

/** A point of the plan in metres: x to the right, y down, z up. */
interface Place {
  readonly x: number
  readonly y: number
  readonly z: number
}
export interface Point {
  readonly x: number
  readonly y: number
}

export interface Projection {
  readonly scale: number
  readonly at: (place: Place) => Point
}

/** How far a metre of depth leans to the left, as a share of its height in the picture. */
const leaning = 0.25
/** Limits of stretching: a metre of length in the picture, compared with a metre of depth, and the reverse. */
const most = { flat: 8, steep: 3 }
/** Height of the highest machine: a share of the room's height, at least so many px. */
const tallest = { share: 0.17, least: 34 }

/**
 * Shows a floor from its front, slightly from the right: its length runs across the picture, so that a long hall
 * fills it. Keeps room behind it for the bodies and beacons of the rear machines. `share`: the share of their
 * height to which bodies are lowered.
 */
export function floorProjection(floor: Block, room: Box, share = 1): Projection {
  const highest = Math.max(tallest.least, room.height * tallest.share)
  const behind = Math.min(room.height / 3, highest + 2 * radius)
  const wide = Math.max(1, floor.widthM)
  const deep = Math.max(1, floor.depthM)
  const height = room.height - behind
  const deepest = height / deep
  const widest = (room.width - leaning * height) / wide
  const y = Math.max(0.01, Math.min(deepest, widest * most.steep))
  const x = Math.max(0.01, Math.min((room.width - leaning * y * deep) / wide, y * most.flat))
  const left = room.x + (room.width - x * wide - leaning * y * deep) / 2 + leaning * y * deep
  const top = room.y + behind + (height - y * deep) / 2
  const z = Math.min(y * 1.4, highest / highestM) * share
  return {
    scale: x,
    at: (place) => ({
      x: left + (place.x - floor.xM) * x - (place.y - floor.yM) * y * leaning,
      y: top + (place.y - floor.yM) * y - place.z * z,
    }),
  }
}

interface Block {
  readonly xM: number
  readonly yM: number
  readonly widthM: number
  readonly depthM: number
}

/** Sort order for drawing: back to front. */
export const fromBack = (one: Block, other: Block): number =>
  one.xM + one.widthM + one.yM + one.depthM - (other.xM + other.widthM + other.yM + other.depthM)

/** The three visible faces of a box. */
export function facesOf(
  { at }: Projection,
  { xM, yM, widthM, depthM }: Block,
  fromM: number,
  heightM: number,
) {
  const corner = (x: number, y: number, z: number) => at({ x: xM + x, y: yM + y, z: fromM + z })
  const path = (...points: readonly Point[]) =>
    `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z`
  const [w, d, h] = [widthM, depthM, heightM]
  return {
    top: path(corner(0, 0, h), corner(w, 0, h), corner(w, d, h), corner(0, d, h)),
    left: path(corner(0, d, h), corner(w, d, h), corner(w, d, 0), corner(0, d, 0)),
    right: path(corner(w, 0, h), corner(w, d, h), corner(w, d, 0), corner(w, 0, 0)),
  }
}

/** Radius of a beacon, px. */
export const radius = 12

/** Machines in trouble and those under repair: they are drawn out where the others are only counted. */
export const needsAttention = (machine: Pick<MapMachine, 'state' | 'alarm'>): boolean =>
  machine.state === 'maintenance' || trouble(machine) > 0

/** Middle of the top of a body. */
export const topOf = (kind: MachineClass, block: Block, { at }: Projection): Point =>
  at({ x: block.xM + block.widthM / 2, y: block.yM + block.depthM / 2, z: reachOf(kind) })

/** What a body covers in the picture, and its beacon; null: it has none. */
export function boundsOf(
  machine: Pick<MapMachine, 'class' | 'state' | 'alarm'>,
  block: Block,
  projection: Projection,
) {
  const { xM, yM, widthM, depthM } = block
  const rear = projection.at({ x: xM, y: yM, z: reachOf(machine.class) })
  const right = projection.at({ x: xM + widthM, y: yM, z: 0 })
  const front = projection.at({ x: xM, y: yM + depthM, z: 0 })
  const top = topOf(machine.class, block, projection)
  return {
    body: { x: front.x, y: rear.y, width: right.x - front.x, height: front.y - rear.y },
    beacon: needsAttention(machine)
      ? { x: top.x - radius, y: top.y - 2 * radius, width: 2 * radius, height: 2 * radius }
      : null,
  }
}

/**
 * A part of a machine: place and size as shares of its footprint; height above the floor and own
 * height in metres.
 */
interface ShapePart {
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
  weather_station: [part(0.45, 0.45, 0.1, 0.1, 0, 5), part(0.3, 0.3, 0.4, 0.4, 5, 0.4)],
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
const reachOf = (kind: MachineClass): number => Math.max(...shapes[kind].map(({ z, h }) => z + h))
const highestM = Math.max(...Object.keys(shapes).map((kind) => reachOf(kind as MachineClass)))

/**
 * Severity of a machine's trouble; 0: none. Missing data does not count as trouble of the machine.
 */
export function trouble({ state, alarm }: Pick<MapMachine, 'state' | 'alarm'>): number {
  const byAlarm = alarm === null ? 0 : severities.indexOf(alarm) + 1
  return byAlarm + (state === 'fault' ? 4 : 0)
}

/** Machines in trouble, the worst first, then those under repair, at most `most`: the stops of the tour. */
export function tourOf<M extends Pick<MapMachine, 'id' | 'state' | 'alarm'>>(
  machines: readonly M[],
  most: number,
): readonly M[] {
  return machines
    .filter(needsAttention)
    .toSorted((a, b) => trouble(b) - trouble(a) || a.id.localeCompare(b.id))
    .slice(0, most)
}
