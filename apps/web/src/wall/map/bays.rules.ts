import { type ShownState, shownStates } from '@cloud-factory/domain/machines/equipment-enums'
import type { MapMachine, WorkshopMap } from '@cloud-factory/domain/wall/wall-panels'
import type { Box } from '../frame/frame.rules.ts'
import { boundsOf, floorProjection, needsAttention, type Projection, trouble } from './map.rules.ts'

type Plan = Pick<WorkshopMap, 'widthM' | 'depthM' | 'workshops' | 'machines'>

/** A workshop with its machines. Without a name: machines that stand in no workshop. */
export interface Bay extends Area {
  readonly id: string
  readonly name: string
  readonly machines: readonly MapMachine[]
}
interface Area {
  readonly xM: number
  readonly yM: number
  readonly widthM: number
  readonly depthM: number
}

const centreIn = (area: Area, machine: Area): boolean => {
  const [x, y] = [machine.xM + machine.widthM / 2, machine.yM + machine.depthM / 2]
  return x >= area.xM && x < area.xM + area.widthM && y >= area.yM && y < area.yM + area.depthM
}

export const isCrane = ({ class: kind }: Pick<MapMachine, 'class'>): boolean => kind === 'crane'

/** Workshops that hold machines, from the back of the plan to its front; all of them while there is no machine. */
export function baysOf({ widthM, depthM, workshops, machines }: Plan): readonly Bay[] {
  const left = new Set(machines)
  const bays = workshops.map((shop) => {
    const inside = [...left].filter((machine) => centreIn(shop, machine))
    for (const machine of inside) left.delete(machine)
    // Cranes run above the floor.
    const grounded = inside.filter((machine) => !isCrane(machine))
    return { ...shop, ...depthOf(shop, grounded), machines: inside }
  })
  const rest = [...left]
  const outside = { id: '', name: '', machines: rest, ...around(rest, { widthM, depthM }) }
  const all = [...bays, ...(rest.length === 0 ? [] : [outside])]
  const used = all.filter((bay) => bay.machines.length > 0)
  return (used.length === 0 ? all : used).toSorted((a, b) => a.yM - b.yM || a.xM - b.xM)
}

/** Steps of the route by the bay that holds most of their machines; a step without machines is in none. */
export function stationsOf<Step extends { readonly processId: string }>(
  bays: readonly Bay[],
  steps: readonly Step[],
): ReadonlyMap<string, readonly Step[]> {
  const homeOf = ({ processId }: Step) =>
    bays
      .map(({ id, machines }) => ({
        id,
        count: machines.filter((one) => one.processId === processId).length,
      }))
      .filter(({ count }) => count > 0)
      .toSorted((a, b) => b.count - a.count)[0]?.id
  const located = steps.flatMap((step) => {
    const home = homeOf(step)
    return home === undefined ? [] : [{ step, home }]
  })
  return new Map(
    [...Map.groupBy(located, ({ home }) => home)].map(([id, of]) => [id, of.map(({ step }) => step)]),
  )
}

/** The part of a hall's depth in which machines stand: an empty part would only make them smaller. */
function depthOf(hall: Area, machines: readonly MapMachine[]): Pick<Area, 'yM' | 'depthM'> {
  if (machines.length === 0) return hall
  const used = around(machines, hall)
  const [rear, front] = [Math.max(hall.yM, used.yM), Math.min(hall.yM + hall.depthM, used.yM + used.depthM)]
  return { yM: rear, depthM: front - rear }
}

/** The smallest area around these machines; without machines, the plan. */
function around(machines: readonly MapMachine[], plan: Pick<Area, 'widthM' | 'depthM'>): Area {
  const marginM = 2
  const xM = Math.min(...machines.map((one) => one.xM)) - marginM
  const yM = Math.min(...machines.map((one) => one.yM)) - marginM
  const right = Math.max(...machines.map((one) => one.xM + one.widthM)) + marginM
  const front = Math.max(...machines.map((one) => one.yM + one.depthM)) + marginM
  return machines.length === 0
    ? { xM: 0, yM: 0, ...plan }
    : { xM, yM, widthM: right - xM, depthM: front - yM }
}

export type Size = Pick<Box, 'width' | 'height'>

const gap = 10
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

/** Lines that the name of a bay and its counts may take, and the width that they then need, in heights of a line. */
const heads = [[1, 18] as const, [2, 13] as const]

interface Arrangement {
  readonly rooms: readonly Box[]
  /** Height for the name and counts of each bay, px. */
  readonly head: number
}

/**
 * Places of the bays in a picture, in rows that fill it: as many in a row as give the bays the largest scale. `line`:
 * height of a line of names and counts, px.
 */
export function arranged(bays: readonly Area[], picture: Size, line: number): Arrangement {
  let best: Arrangement & { readonly scale: number } = { rooms: [], head: line, scale: -1 }
  for (let columns = 1; columns <= bays.length; columns += 1)
    for (const [lines, least] of columns === 1 ? heads.slice(0, 1) : heads) {
      const head = line * lines
      const rooms = inRows(bays, columns, picture, head)
      const scale = Math.min(
        ...bays.map((bay, at) => {
          const { width = 0, height = 0 } = rooms[at] ?? {}
          return Math.min(width / bay.widthM, Math.max(0, height - head) / bay.depthM)
        }),
      )
      const isWide = columns === 1 || rooms.every(({ width }) => width >= least * line)
      if (isWide && scale > best.scale) best = { rooms, head, scale }
    }
  return best
}

function inRows(bays: readonly Area[], columns: number, picture: Size, head: number): readonly Box[] {
  const rows = Array.from({ length: Math.ceil(bays.length / columns) }, (_, at) =>
    bays.slice(at * columns, (at + 1) * columns),
  )
  const deepest = rows.map((row) => Math.max(...row.map(({ depthM }) => depthM)))
  // A bay in which machines stand in one line still needs room for those that are drawn out.
  const least = sum(deepest) / (2 * rows.length)
  const depths = deepest.map((depth) => Math.max(depth, least))
  const spare = Math.max(0, picture.height - gap * (rows.length - 1) - head * rows.length)
  let y = 0
  return rows.flatMap((row, at) => {
    const height = head + (spare * (depths[at] ?? 0)) / sum(depths)
    const wide = sum(row.map(({ widthM }) => widthM))
    let x = 0
    const rooms = row.map(({ widthM }) => {
      const width = ((picture.width - gap * (row.length - 1)) * widthM) / wide
      const room = { x, y, width, height }
      x += width + gap
      return room
    })
    y += height + gap
    return rooms
  })
}

export type Counts = readonly { readonly state: ShownState; readonly count: number }[]

const order: readonly ShownState[] = ['fault', 'maintenance', 'offline', 'unknown']
const rank = (state: ShownState): number => (order.indexOf(state) + order.length + 1) % (order.length + 1)

/** Number of machines in each state that occurs, those that need attention first. */
export const countsOf = (machines: readonly Pick<MapMachine, 'state'>[]): Counts =>
  shownStates
    .map((state) => ({ state, count: machines.filter((one) => one.state === state).length }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => rank(a.state) - rank(b.state))

/** With more machines than this, only those that need attention are drawn as bodies. */
export const maxBodies = 40

/** A machine drawn as a body, with its code beside it. */
export interface DrawnMachine {
  readonly machine: MapMachine
  /** Its body in metres: smaller than its place where labels need the room. */
  readonly block: Area
  readonly text: string
  readonly label: Box
}
/** A machine drawn as a mark and counted in the head of its bay. */
export interface MarkedMachine {
  readonly machine: MapMachine
  readonly mark: Box
}
export interface ArrangedBay {
  readonly projection: Projection
  readonly drawn: readonly DrawnMachine[]
  readonly marked: readonly MarkedMachine[]
}

export interface Floor {
  readonly room: Box
  /** Size of letters, px. */
  readonly font: number
  /** Draw all machines as bodies, not only those that need attention. */
  readonly inFull: boolean
  /** Without labels, no machine is drawn as a body. */
  readonly texts: ReadonlyMap<string, string>
}

/** Smaller bodies that are tried, as shares of the places, until every label has room. */
const shares = [0.8, 0.6, 0.45, 0.3, 0.2]

/** Places the machines of a bay so that no label lies on a machine, a beacon or another label. */
export function arrangeMachines(bay: Bay, floor: Floor): ArrangedBay {
  const isOutlined = ({ machine }: MarkedMachine) => floor.inFull || needsAttention(machine)
  let best = attempt(bay, floor, 1)
  for (const share of shares) {
    if (!best.marked.some(isOutlined)) break
    const arrangement = attempt(bay, floor, share)
    if (arrangement.drawn.length > best.drawn.length) best = arrangement
  }
  return best
}

function attempt(bay: Bay, floor: Floor, share: number): ArrangedBay {
  const projection = floorProjection(bay, floor.room, share)
  const outlined: { machine: MapMachine; block: Area; bounds: ReturnType<typeof boundsOf> }[] = []
  const marked: MarkedMachine[] = []
  const beacons: Box[] = []
  for (const machine of bay.machines.toSorted((a, b) => trouble(b) - trouble(a) || a.yM - b.yM)) {
    const block = shrunk(machine, share)
    const bounds = boundsOf(machine, block, projection)
    const { beacon } = bounds
    const hasRoom = beacon === null || !beacons.some((other) => overlap(beacon, other))
    if (hasRoom && (floor.inFull || needsAttention(machine))) {
      outlined.push({ machine, block, bounds })
      if (beacon !== null) beacons.push(beacon)
    } else marked.push({ machine, mark: markOf(machine, projection) })
  }
  const occupied = [
    ...outlined.flatMap(({ block, bounds: { body, beacon } }) => [
      body,
      markOf(block, projection),
      ...(beacon === null ? [] : [beacon]),
    ]),
    ...marked.map(({ mark }) => mark),
  ]
  const drawn: DrawnMachine[] = []
  for (const { machine, block, bounds } of outlined) {
    const text = floor.texts.get(machine.id) ?? machine.code
    const size = { width: widthOf(text, floor.font), height: floor.font * 1.15 }
    const label = candidates(bounds.body, size).find(
      (box) => within(box, floor.room) && !occupied.some((other) => overlap(box, other)),
    )
    if (label === undefined) marked.push({ machine, mark: markOf(block, projection) })
    else {
      occupied.push(label)
      drawn.push({ machine, block, text, label })
    }
  }
  return { projection, drawn, marked }
}

/** A body of this share of its place's depth, and less narrow, at the middle of its rear edge. */
function shrunk({ xM, yM, widthM, depthM }: Area, share: number): Area {
  const narrowed = (widthM * (1 - share)) / 3
  return { xM: xM + narrowed / 2, yM, widthM: widthM - narrowed, depthM: depthM * share }
}

const maxMark = 12

/** The mark of a machine, at the middle of its place or body and not larger than it. */
function markOf({ xM, yM, widthM, depthM }: Area, { at }: Projection): Box {
  const [middle, corner, far] = [
    at({ x: xM + widthM / 2, y: yM + depthM / 2, z: 0 }),
    at({ x: xM, y: yM, z: 0 }),
    at({ x: xM + widthM, y: yM + depthM, z: 0 }),
  ]
  const size = Math.max(3, Math.min(maxMark, 0.7 * (far.x - corner.x), 0.7 * (far.y - corner.y)))
  return { x: middle.x - size / 2, y: middle.y - size / 2, width: size, height: size }
}

export const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

export const within = (box: Box, room: Box): boolean =>
  box.x >= room.x &&
  box.y >= room.y &&
  box.x + box.width <= room.x + room.width &&
  box.y + box.height <= room.y + room.height

/** Distances of a label beside its body: past the mark of a crane that is just there, too. */
const aside = [3, 21, 39]

/** Places for a label around a body, the best first: in front of it, beside it, behind it. */
function candidates(body: Box, { width, height }: Size): readonly Box[] {
  const [above, below] = [body.y - height - 3, body.y + body.height + 3]
  const across = [body.x + body.width / 2 - width / 2, body.x, body.x + body.width - width]
  const down = [body.y + body.height / 2 - height / 2, body.y + body.height - height, body.y]
  const beside = aside.flatMap((space) => [body.x + body.width + space, body.x - width - space])
  return [
    ...across.map((x) => ({ x, y: below })),
    ...beside.flatMap((x) => down.map((y) => ({ x, y }))),
    ...across.map((x) => ({ x, y: above })),
    ...beside.flatMap((x) => [below, above].map((y) => ({ x, y }))),
  ].map((place) => ({ ...place, width, height }))
}

/** Wide enough for the text in any font of the walls; Chinese characters are square. */
export const widthOf = (text: string, font: number): number =>
  sum(Array.from(text, (letter) => (letter > '\u2e80' ? 1.05 : 0.68))) * font + 4

const longest = 15

/** A code of readable length: shortened in the middle, because the number at its end distinguishes it. */
export const shortCode = (code: string): string =>
  code.length <= longest ? code : `${code.slice(0, longest - 7)}…${code.slice(-6)}`
