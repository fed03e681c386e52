import type { ModelMember, ModelStates } from '@cloud-factory/contract/model/models'
import type { Colouring } from '@cloud-factory/domain/model/member-states'
import { colourOf, noState } from '@cloud-factory/domain/model/state-colours'

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

/** Members with their states in one colouring. */
export interface ColouredModel {
  readonly colouring: Colouring
  readonly members: readonly ModelMember[]
  /** Indices into `sums`; null: no piece of the order. */
  readonly states: readonly (number | null)[]
  readonly sums: Sums
}

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

/** Colours of all members. */
export function paintOf(model: ColouredModel, focus: Focus, selected: number | null): Paint {
  const colours = model.sums.map(({ state }, at) => colourOf(model.colouring, state, at))
  const painted = model.members.map((_, number): ReturnType<Paint> => {
    if (number === selected) return chosen
    if (!isInFocus(model, focus, number)) return ghost
    const at = model.states[number] ?? null
    return [...((at === null ? undefined : colours[at]) ?? noState), 255]
  })
  return (member) => painted[member] ?? ghost
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
