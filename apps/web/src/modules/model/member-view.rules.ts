import type {
  MemberDays,
  ModelMember,
  ModelStates,
  RemovedMembers,
} from '@cloud-factory/contract/model/models'
import type { GeometryChunk } from '@cloud-factory/domain/model/geometry-chunk'
import { modelOn, unbegun } from '@cloud-factory/domain/model/member-days'
import type { Colouring } from '@cloud-factory/domain/model/member-states'
import { colourOf, noState } from '@cloud-factory/domain/model/state-colours'
import { dayNumber } from '@cloud-factory/domain/numbers/civil-days'

/** Red, green, blue and opacity of a member, each to 255: 255 solid, less a ghost, 0 hidden. */
export type Paint = (member: number) => readonly [number, number, number, number]

/** What is shown solid; everything else is a ghost. */
export interface Focus {
  /** States of the colouring; empty: all. */
  readonly states: readonly string[]
  /** Storey, and area within it; null: all. */
  readonly place: readonly [storey: string, area: string | null] | null
  readonly q: string
}

export const noFocus: Focus = { states: [], place: null, q: '' }

type Sums = ModelStates['sums'][Colouring]

/** States in the colourings that the viewer may see. */
export interface VisibleStates {
  readonly states: Partial<ModelStates['states']>
  readonly sums: Partial<ModelStates['sums']>
}

/** Members with their states in one colouring. */
export interface ColouredModel {
  readonly colouring: Colouring
  readonly members: readonly ModelMember[]
  /** Indices into `sums`; null: no piece of the order. */
  readonly states: readonly (number | null)[]
  readonly sums: Sums
  /** States of what is not there yet: ghosts, although they are in focus. */
  readonly unbegun?: ReadonlySet<string>
}

/** As it was, or as it should have been by plan. */
export type Course = 'real' | 'planned'

/** First and last day of a course, as numbers; what happened ends today. */
export function spanOf(days: MemberDays, course: Course): readonly [first: number, last: number] {
  const today = dayNumber(days.today)
  const begin = Math.min(today, ...firstAndLast(days.real.days), ...firstAndLast(days.planned.days))
  const end = course === 'real' ? today : Math.max(today, ...firstAndLast(days.planned.days))
  return [begin - 1, end]
}

function firstAndLast(numbers: readonly number[]): number[] {
  const [first] = numbers
  if (first === undefined) return []
  return [
    numbers.reduce((low, one) => Math.min(low, one), first),
    numbers.reduce((high, one) => Math.max(high, one), first),
  ]
}

/** The model on a day: what is not begun is a ghost. */
export const colouredOn = (
  members: readonly ModelMember[],
  days: MemberDays,
  course: Course,
  day: number,
): ColouredModel => ({
  colouring: 'status',
  members,
  ...modelOn(days.pieces, days[course], { day, members: members.length }),
  unbegun,
})

export const stateOf = ({ states, sums }: ColouredModel, member: number): string | null => {
  const at = states[member] ?? null
  return at === null ? null : (sums[at]?.state ?? null)
}

export function isInFocus(model: ColouredModel, { states, place, q }: Focus, number: number): boolean {
  const member = model.members[number]
  if (member === undefined) return false
  if (states.length > 0 && !states.includes(stateOf(model, number) ?? '')) return false
  if (place !== null && (place[0] !== member.storey || (place[1] !== null && place[1] !== member.area)))
    return false
  const text = q.trim().toLowerCase()
  return text === '' || `${member.mark}\n${member.serial ?? ''}`.toLowerCase().includes(text)
}

const chosen = [216, 27, 154, 255] as const
const ghost = [140, 150, 165, 26] as const
const hidden = [0, 0, 0, 0] as const
/** Opacity of members that only the model before had. */
const formerly = 128

/** Colours of all members. */
export function paintOf(model: ColouredModel, focus: Focus, selected: number | null): Paint {
  const colours = model.sums.map(({ state }, at) => colourOf(model.colouring, state, at))
  const painted = model.members.map((_, number): ReturnType<Paint> => {
    if (number === selected) return chosen
    if (!isInFocus(model, focus, number)) return ghost
    if (model.unbegun?.has(stateOf(model, number) ?? '') === true) return ghost
    const at = model.states[number] ?? null
    const opacity = stateOf(model, number) === 'removed' ? formerly : 255
    return [...((at === null ? undefined : colours[at]) ?? noState), opacity]
  })
  return (member) => painted[member] ?? hidden
}

/** Without pieces only what changed since the model before can be shown. */
export function changesAsStates(members: readonly ModelMember[]): Pick<ColouredModel, 'states' | 'sums'> {
  const names = [...new Set(members.flatMap(({ change }) => change ?? []))]
  const sums = names.map((state) => {
    const own = members.filter(({ change }) => change === state)
    return {
      state,
      pieces: own.length,
      kg: own.reduce((sum, { kg }) => sum + (kg ?? 0), 0),
      inModel: own.length,
    }
  })
  return { sums, states: members.map(({ change }) => (change === null ? null : names.indexOf(change))) }
}

/** With the members that only the model before had; among changes alone, and after all others. */
export function withRemoved(model: ColouredModel, removed: readonly ModelMember[]): ColouredModel {
  if (model.colouring !== 'change' || removed.length === 0) return model
  const kg = removed.reduce((sum, one) => sum + (one.kg ?? 0), 0)
  return {
    ...model,
    members: [...model.members, ...removed],
    states: [...model.states, ...removed.map(() => model.sums.length)],
    sums: [...model.sums, { state: 'removed', pieces: removed.length, kg, inModel: 0 }],
  }
}

/** Of the geometry of the model before, what was removed: at its places in this model, with numbers from `first` on. */
export function removedParts(
  { shapes, parts }: GeometryChunk,
  { items, shift }: RemovedMembers,
  first: number,
): GeometryChunk {
  const numbers = new Map(items.map(({ number }, at) => [number, first + at]))
  const shifted = (matrix: Float32Array) =>
    matrix.map((value, at) => (at % 4 === 3 ? value - (shift[(at - 3) / 4] ?? 0) : value))
  return {
    shapes,
    parts: parts.flatMap((part) => {
      const member = numbers.get(part.member)
      if (member === undefined) return []
      return [
        { ...part, member, places: part.places.map((one) => ({ ...one, matrix: shifted(one.matrix) })) },
      ]
    }),
  }
}

/** A line of the list that says the same as the colours. */
export interface MarkLine {
  readonly id: string
  readonly mark: string
  readonly state: string | null
  readonly members: number
  readonly kg: number
}

/** Members in focus by mark and state. */
export function markLines(model: ColouredModel, focus: Focus): MarkLine[] {
  const lines = new Map<string, { -readonly [K in keyof MarkLine]: MarkLine[K] }>()
  model.members.forEach(({ mark, kg }, number) => {
    if (!isInFocus(model, focus, number)) return
    const state = stateOf(model, number)
    const id = `${mark}\n${state ?? ''}`
    const line = lines.get(id) ?? { id, mark, state, members: 0, kg: 0 }
    line.members += 1
    line.kg += kg ?? 0
    lines.set(id, line)
  })
  return [...lines.values()].toSorted((a, b) => a.mark.localeCompare(b.mark))
}

/** A place in the model, metres. */
export type Point = readonly [x: number, y: number, z: number]

/** From one point to another, in whole millimetres: along the axes, and the straight way. */
export function measured(from: Point, to: Point): { distance: number; x: number; y: number; z: number } {
  const [x, y, z] = [0, 1, 2].map((axis) => ((to[axis] ?? 0) - (from[axis] ?? 0)) * 1000) as [
    number,
    number,
    number,
  ]
  const mm = (value: number) => Math.round(Math.abs(value))
  return { distance: mm(Math.hypot(x, y, z)), x: mm(x), y: mm(y), z: mm(z) }
}

/** Points of a measurement after another one is chosen: the third begins anew. */
export const withPoint = (points: readonly Point[], point: Point): readonly Point[] =>
  points.length === 2 ? [point] : [...points, point]

/** Storeys from below with their areas. */
export function placesOf(
  members: readonly ModelMember[],
): readonly (readonly [storey: string, areas: string[]])[] {
  const places = new Map<string, { lowest: number; areas: Set<string> }>()
  for (const { storey, area, box } of members) {
    const place = places.get(storey) ?? { lowest: Infinity, areas: new Set() }
    place.lowest = Math.min(place.lowest, box[2] ?? 0)
    if (area !== '') place.areas.add(area)
    places.set(storey, place)
  }
  return [...places]
    .toSorted(([, a], [, b]) => a.lowest - b.lowest)
    .map(([storey, { areas }]) => [storey, [...areas].toSorted()] as const)
}
