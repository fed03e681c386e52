import type { MissReason, OtherNames } from '@cloud-factory/domain/telemetry/telemetry-enums'
import { filterFault } from '../../../platform/mqtt/topic-access.rules.ts'

/** Topic pattern by levels: a word matches itself, `+` any level, `{name}` any level and captures it, `#` at the end all levels below. */
type TopicPattern = readonly Level[]
type Level =
  | { readonly is: 'word'; readonly word: string }
  | { readonly is: 'any'; readonly name: string | null }
  | { readonly is: 'rest' }

const named = /^\{([a-z][a-z0-9_]{0,31})\}$/

/** Why a pattern is invalid: wrong form, a wildcard as first level, or reserved topics. */
type PatternFault = 'shape' | 'wide' | 'own'

export function topicPattern(text: string): TopicPattern | PatternFault {
  const words = text.split('/')
  const levels = words.map(levelOf)
  if (levels.includes(null)) return 'shape'
  const fault = filterFault(filterOf(text))
  if (fault !== null) return fault
  return text.startsWith('sf/v1/') || text.startsWith('spBv1.0/') ? 'own' : (levels as Level[])
}

function levelOf(word: string): Level | null {
  if (word === '#') return { is: 'rest' }
  if (word === '+') return { is: 'any', name: null }
  const [, name] = named.exec(word) ?? []
  if (name !== undefined) return { is: 'any', name }
  return /[{}]/.test(word) ? null : { is: 'word', word }
}

/** The pattern as an MQTT filter. */
export const filterOf = (text: string): string =>
  text
    .split('/')
    .map((word) => (named.test(word) ? '+' : word))
    .join('/')

/** Names that a pattern captures. */
export const namesIn = (pattern: TopicPattern): string[] =>
  pattern.flatMap((level) => (level.is === 'any' && level.name !== null ? [level.name] : []))

/** Levels of a topic captured by a pattern; null = no match. */
export function matchTopic(pattern: TopicPattern, topic: string): ReadonlyMap<string, string> | null {
  const words = topic.split('/')
  const found = new Map<string, string>()
  for (const [place, level] of pattern.entries()) {
    if (level.is === 'rest') return found
    const word = words[place]
    if (word === undefined || (level.is === 'word' && word !== level.word)) return null
    if (level.is === 'any' && level.name !== null) found.set(level.name, word)
  }
  return words.length === pattern.length ? found : null
}

/**
 * A path into a message: the subset of JSONPath (RFC 9535) that adapters need. `$` is the message, `@` the start of the path, `.name`, `['name']` and
 * `[0]` select one item, `.*` and `[*]` select all, and `~` at the end selects the name instead of the value.
 */
export interface Path {
  readonly root: '$' | '@'
  readonly steps: readonly Step[]
  /** The path selects the name, not the value. */
  readonly isName: boolean
  /** Number of wildcards in its steps. */
  readonly stars: number
}
type Step = { readonly name: string } | { readonly all: true }

type PathFault = 'shape' | 'deep'

const maxSteps = 8
const maxStars = 4
const longest = 200
const stepForm = /\.\*|\[\*\]|\.([^.[\]~*'"\s]{1,64})|\[([0-9]{1,4})\]|\['([^'\\]{1,64})'\]/y

/** Parses a path; returns a code if it is invalid. */
export function pathOf(text: string): Path | PathFault {
  const [root] = text
  if ((root !== '$' && root !== '@') || text.length > longest) return 'shape'
  const isName = text.endsWith('~')
  const steps = stepsOf(isName ? text.slice(1, -1) : text.slice(1))
  if (steps === null) return 'shape'
  const stars = steps.filter((step) => 'all' in step).length
  return steps.length > maxSteps || stars > maxStars ? 'deep' : { root, steps, isName, stars }
}

function stepsOf(text: string): Step[] | null {
  const steps: Step[] = []
  const form = new RegExp(stepForm)
  while (form.lastIndex < text.length) {
    const found = form.exec(text)
    if (found === null) return null
    const name = found[1] ?? found[2] ?? found[3]
    steps.push(name === undefined ? { all: true } : { name })
  }
  return steps
}

/** A place in a message: the value, its name and its parent. */
export interface Place {
  readonly value: unknown
  readonly name: string
  readonly parent: Place | null
}

export const wholeMessage = (value: unknown): Place => ({ value, name: '', parent: null })

/** Number of places that may still be visited; limits the cost of a message. */
export interface Budget {
  left: number
}

/** All places that match a path, in order. Stops early when the budget is used up. */
export function placesAt(path: Path, { root, here }: Where, budget: Budget): Place[] {
  let places: Place[] = [path.root === '$' ? root : here]
  for (const step of path.steps) places = places.flatMap((place) => stepsFrom(place, step, budget))
  return places
}

/** Start of a path. */
interface Where {
  readonly root: Place
  readonly here: Place
}

function stepsFrom(place: Place, step: Step, budget: Budget): Place[] {
  const { value } = place
  if (typeof value !== 'object' || value === null) return []
  const names = 'all' in step ? Object.keys(value) : Object.hasOwn(value, step.name) ? [step.name] : []
  const accepted = names.slice(0, Math.max(0, budget.left))
  budget.left -= names.length
  return accepted.map((name) => ({
    value: (value as Readonly<Record<string, unknown>>)[name],
    name,
    parent: place,
  }))
}

/**
 * The single place that matches a path. In a path from `$`, a wildcard matches the name at the same level on the way to the current place. Undefined
 * = no match.
 */
export function valueAt(path: Path, { root, here }: Where): unknown {
  let place = path.root === '$' ? root : here
  const way = path.root === '$' ? namesTo(here) : []
  for (const [depth, step] of path.steps.entries()) {
    const name = 'all' in step ? way[depth] : step.name
    const { value } = place
    if (name === undefined || typeof value !== 'object' || value === null || !Object.hasOwn(value, name))
      return undefined
    place = { value: (value as Readonly<Record<string, unknown>>)[name], name, parent: place }
  }
  return path.isName ? place.name : place.value
}

/** Names on the way from the message to a place. */
function namesTo(place: Place): string[] {
  const names: string[] = []
  for (let at = place; at.parent !== null; at = at.parent) names.unshift(at.name)
  return names
}

/** A place as a readable path: `$.devices[0].services[1].data`. */
export function placeText(place: Place): string {
  const { parent, name } = place
  if (parent === null) return '$'
  if (Array.isArray(parent.value)) return `${placeText(parent)}[${name}]`
  return /^[^.[\]~*'"\s]{1,64}$/.test(name)
    ? `${placeText(parent)}.${name}`
    : `${placeText(parent)}['${name}']`
}

/** What a vendor's name maps to. */
export interface Translation {
  readonly signal: string
  readonly factor: number
  readonly offset: number
  readonly words: ReadonlyMap<string, number>
}

/** The part of the text that identifies a device. */
export type DevicePart =
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'level'; readonly name: string }
  | { readonly is: 'path'; readonly path: Path }

/** A compiled adapter. */
export interface Adapter {
  readonly pattern: TopicPattern
  readonly records: Path
  readonly device: readonly DevicePart[]
  readonly time: Path | null
  readonly values: Path
  readonly name: Path
  readonly value: Path
  readonly valueTime: Path | null
  readonly errors: Path | null
  readonly zoneMinutes: number
  readonly late: boolean
  readonly otherNames: OtherNames
  readonly signals: ReadonlyMap<string, Translation>
}

/** A decoded value. */
export interface AdaptedValue {
  /** Name used by the vendor. */
  readonly device: string
  readonly name: string
  /** Code of the signal in this system. */
  readonly signal: string
  readonly value: number
  /** Ms since 1970 by the sender's clock; null = not sent. */
  readonly at: number | null
  readonly place: Place
}

/** A short text instead of a number; signals for alarm codes accept it. */
export interface AdaptedText extends Omit<AdaptedValue, 'value'> {
  readonly value: string
}

/** A value that could not be decoded. `device`: null = not known yet. */
export interface Miss {
  readonly device: string | null
  readonly reason: MissReason
  readonly place: Place
  /** Content of a non-numeric value. */
  readonly text?: AdaptedText
}

export interface Adapted {
  readonly values: readonly AdaptedValue[]
  readonly misses: readonly Miss[]
}

/** A boolean counts as 0 or 1, a text as the number it contains or maps to. Null = not a finite number. */
export function plainNumber(sent: unknown, translation: Translation | undefined): number | null {
  if (typeof sent === 'number') return Number.isFinite(sent) ? sent : null
  if (typeof sent === 'boolean') return sent ? 1 : 0
  if (typeof sent !== 'string' || sent.length > 64) return null
  const word = translation?.words.get(sent)
  if (word !== undefined) return word
  const number = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?\s*$/i.test(sent) ? Number(sent) : Number.NaN
  return Number.isFinite(number) ? number : null
}
