import type { MapMachine } from '@cloud-factory/domain/wall/wall-panels'
import type { Box } from '../frame/frame.rules.ts'
import { type Bay, type Floor, isCrane, overlap, widthOf, within } from './bays.rules.ts'
import { floorProjection, needsAttention, type Point, trouble } from './map.rules.ts'

/** A crane on the runway behind its bay. */
export interface PositionedCrane {
  readonly machine: MapMachine
  readonly body: Box
  readonly text: string
  /** Null: no room, or not wanted. */
  readonly label: Box | null
}

/** The runway of a bay, px. */
export interface Runway {
  readonly cranes: readonly PositionedCrane[]
  /** Ends of the rail. */
  readonly from: Point
  readonly to: number
  /** From this rail to the one in front of the floor. */
  readonly across: Point
}

type Options = Pick<Floor, 'font' | 'inFull' | 'texts'>

/** Where cranes and their labels have room; the rail is the lower edge. */
interface Strip extends Options {
  readonly strip: Box
  readonly from: number
  readonly to: number
}

const space = 4

/** A runway needs this height of its bay, in heights of a letter; in a lower bay its cranes are behind the floor. */
const minHeight = 10

/** A bay with the machines on its floor, and the runway of its cranes above it; null: it has none. */
export function withRunway(bay: Bay, { room: all, ...options }: Floor) {
  const cranes = bay.machines.filter(isCrane)
  const hasRunway = cranes.length > 0 && options.inFull && all.height > minHeight * options.font
  const others = bay.machines.filter((one) => !isCrane(one))
  const grounded = { ...bay, machines: hasRunway ? others : [...others, ...atTheRear(cranes, bay)] }
  const height = hasRunway ? options.font * 1.5 : 0
  const room = { ...all, y: all.y + height, height: all.height - height }
  const projection = floorProjection(bay, room)
  const corner = (x: number, y: number) => projection.at({ x: bay.xM + x, y: bay.yM + y, z: 0 })
  const [rear, right, front] = [corner(0, 0), corner(bay.widthM, 0), corner(0, bay.depthM)]
  const strip = { ...options, strip: { ...all, height }, from: rear.x, to: right.x }
  const runway = (): Runway => ({
    cranes: arrangeCranes(cranes, strip),
    from: { x: rear.x, y: room.y },
    to: right.x,
    across: { x: front.x - rear.x, y: front.y - room.y },
  })
  return { grounded, room, projection, runway: hasRunway ? runway() : null }
}

/** Cranes as machines behind the rear edge of the floor, where they hide nothing, at their places along it. */
function atTheRear(cranes: readonly MapMachine[], { xM, yM, widthM, depthM }: Bay): readonly MapMachine[] {
  const resting = cranes.filter(({ along }) => along === null)
  const size = { widthM: Math.min(6, widthM / Math.max(1, cranes.length)), depthM: Math.min(3, depthM) }
  return cranes.map((one) => {
    const middle =
      one.along === null
        ? widthM / 2 + (resting.indexOf(one) - (resting.length - 1) / 2) * size.widthM
        : size.widthM / 2 + one.along * (widthM - size.widthM)
    return { ...one, ...size, xM: xM + middle - size.widthM / 2, yM: yM - size.depthM }
  })
}

/**
 * Cranes at their places along the runway; those that do not report one rest side by side at its middle. None lies
 * on another one, and no label on a crane or on another label.
 */
function arrangeCranes(cranes: readonly MapMachine[], runway: Strip): readonly PositionedCrane[] {
  const { strip, font, texts } = runway
  const ordered = cranes.toSorted((a, b) => (a.along ?? 0.5) - (b.along ?? 0.5) || (a.code < b.code ? -1 : 1))
  const bodies = new Map(bodiesOf(ordered, runway).map((body, at) => [ordered[at], body]))
  const occupied = [...bodies.values()]
  const byUrgency = ordered.toSorted((a, b) => trouble(b) - trouble(a))
  const positioned = byUrgency.flatMap((machine): PositionedCrane[] => {
    const body = bodies.get(machine)
    if (body === undefined) return []
    const text = texts.get(machine.id) ?? machine.code
    const size = { y: strip.y, width: widthOf(text, font), height: strip.height }
    const label = [body.x + body.width + space, body.x - size.width - space]
      .map((x) => ({ ...size, x }))
      .find((box) => within(box, strip) && !occupied.some((other) => overlap(box, other)))
    if (label === undefined || text === '' || !isNamed(machine, runway))
      return [{ machine, body, text, label: null }]
    occupied.push(label)
    return [{ machine, body, text, label }]
  })
  return positioned.toSorted((a, b) => a.body.x - b.body.x)
}

const isNamed = (machine: MapMachine, { inFull }: Strip): boolean => inFull || needsAttention(machine)

/** Moves cranes apart where they would lie on each other. */
function bodiesOf(cranes: readonly MapMachine[], runway: Strip): readonly Box[] {
  const { strip, from, to, font, texts } = runway
  const each = (to - from) / Math.max(1, cranes.length)
  const width = Math.max(2, Math.min(font * 2, each - space))
  const resting = cranes.filter(({ along }) => along === null)
  // Room for the labels of cranes that rest beside each other.
  const steps = resting.map((one) =>
    isNamed(one, runway) ? widthOf(texts.get(one.id) ?? one.code, font) + 2 * space : 0,
  )
  const step = Math.min(each, width + space + Math.max(0, ...steps))
  const middles = cranes.map((one) =>
    one.along === null
      ? (from + to) / 2 + (resting.indexOf(one) - (resting.length - 1) / 2) * step
      : from + one.along * (to - from),
  )
  const lefts: number[] = []
  for (const [at, middle] of middles.entries())
    lefts.push(Math.max(from, middle - width / 2, (lefts[at - 1] ?? -Infinity) + width + space))
  for (let at = lefts.length - 1; at >= 0; at -= 1)
    lefts[at] = Math.min(lefts[at] ?? 0, (lefts[at + 1] ?? to + space) - width - space)
  return lefts.map((x) => ({ x, y: strip.y + strip.height - font * 0.8, width, height: font * 0.8 }))
}
