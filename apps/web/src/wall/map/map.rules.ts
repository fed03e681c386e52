import type { MachineClass } from '@cloud-factory/domain/machines/equipment-enums'
import { severities } from '@cloud-factory/domain/alarms/alarm-enums'
import type { MapMachine } from '@cloud-factory/domain/wall/wall-panels'

/** A point of the plan in metres: x to the right, y down, z up. */
interface Place {
  readonly x: number
  readonly y: number
  readonly z: number
}
interface Point {
  readonly x: number
  readonly y: number
}

/**
 * Directions of a metre along the plan's x (right, slightly down) and y (left and down) in the
 * picture; height is vertical. Halls are long: with x flatter than in a true isometry they fill the
 * picture instead of its diagonal.
 */
export const axes = { x: { x: 0.93, y: 0.27 }, y: { x: -0.6, y: 0.47 } } as const
const { x: right, y: front } = axes

/** Projects a place to picture coordinates, before scaling. */
const projected = ({ x, y, z }: Place): Point => ({
  x: x * right.x + y * front.x,
  y: x * right.y + y * front.y - z,
})

export interface Projection {
  readonly scale: number
  readonly at: (place: Place) => Point
}

/**
 * The projection that fits a plan, with `heightM` of room above it, into a picture and centres it.
 */
export function projectionFor(
  plan: { readonly widthM: number; readonly depthM: number; readonly heightM: number },
  picture: { readonly width: number; readonly height: number },
): Projection {
  const width = Math.max(1, plan.widthM * right.x - plan.depthM * front.x)
  const height = Math.max(1, plan.widthM * right.y + plan.depthM * front.y + plan.heightM)
  const scale = Math.min(picture.width / width, picture.height / height)
  const left = (picture.width - width * scale) / 2 - plan.depthM * front.x * scale
  const top = (picture.height - height * scale) / 2 + plan.heightM * scale
  return {
    scale,
    at: (place) => {
      const { x, y } = projected(place)
      return { x: left + x * scale, y: top + y * scale }
    },
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

interface Label {
  readonly id: string
  /** Anchor point; the label is placed above, below or beside it. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** Labels with a greater weight take precedence if there is not enough room. */
  readonly weight: number
}
interface PositionedLabel {
  readonly id: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

type Area = Omit<PositionedLabel, 'id'>
const overlap = (a: Area, b: Area): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

/** Places labels so that they do not overlap or leave the picture; omits labels without room. */
export function placeLabels(
  labels: readonly Label[],
  picture: { readonly width: number; readonly height: number },
  distance: number,
  /** Areas that labels must not cover. */
  occupied: readonly Area[] = [],
): readonly PositionedLabel[] {
  const positioned: PositionedLabel[] = []
  for (const label of labels.toSorted((a, b) => b.weight - a.weight)) {
    const free = candidates(label, distance).find(
      (box) =>
        box.x >= 0 &&
        box.y >= 0 &&
        box.x + box.width <= picture.width &&
        box.y + box.height <= picture.height &&
        !occupied.some((other) => overlap(box, other)) &&
        !positioned.some((other) => overlap(box, other)),
    )
    if (free !== undefined) positioned.push(free)
  }
  return positioned
}

function candidates({ id, x, y, width, height }: Label, distance: number): readonly PositionedLabel[] {
  const places = [
    [-width / 2, distance],
    [-width / 2, -distance - height],
    [distance, -height / 2],
    [-distance - width, -height / 2],
    [distance / 2, distance],
    [-width - distance / 2, distance],
  ] as const
  return places.map(([dx, dy]) => ({ id, x: x + dx, y: y + dy, width, height }))
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

/**
 * Severity of a machine's trouble; 0: none. Missing data does not count as trouble of the machine.
 */
export function trouble({ state, alarm }: Pick<MapMachine, 'state' | 'alarm'>): number {
  const byAlarm = alarm === null ? 0 : severities.indexOf(alarm) + 1
  return byAlarm + (state === 'fault' ? 4 : 0)
}

/** Machines in trouble, the worst first, at most `most`: the stops of the tour. */
export function tourOf<M extends Pick<MapMachine, 'id' | 'state' | 'alarm'>>(
  machines: readonly M[],
  most: number,
): readonly M[] {
  return machines
    .filter((machine) => trouble(machine) > 0)
    .toSorted((a, b) => trouble(b) - trouble(a) || a.id.localeCompare(b.id))
    .slice(0, most)
}
