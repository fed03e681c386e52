import type { AdapterMapping } from '@cloud-factory/contract/telemetry/adapters'
import {
  type Adapter,
  type DevicePart,
  type Path,
  pathOf,
  namesIn,
  topicPattern,
  type Adapted,
  type AdaptedText,
  type AdaptedValue,
  type Miss,
  type Translation,
  type Budget,
  type Place,
  placesAt,
  valueAt,
  plainNumber,
  wholeMessage,
} from './adapter.rules.ts'
import { dayNumber } from '@cloud-factory/domain/numbers/civil-days'
import { largestMessage } from '@cloud-factory/domain/telemetry/telemetry-enums'
import { readJson, isShort } from '../native/native-payload.rules.ts'

/** Error code of a field, translated by the browser. */
interface MappingFault {
  readonly field: keyof AdapterMapping
  readonly reason: string
}

type Compiled =
  | { readonly ok: true; readonly adapter: Adapter }
  | { readonly ok: false; readonly faults: readonly MappingFault[] }

/** Compiles an adapter from its input, or returns the invalid fields. */
export function compileAdapter(mapping: AdapterMapping): Compiled {
  const faults: MappingFault[] = []
  const wrong = (field: keyof AdapterMapping, reason: string): null => {
    faults.push({ field, reason })
    return null
  }
  const path = (field: PathField, roots: string): Path | null => {
    const text = mapping[field]
    if (text === '' && optional.has(field)) return null
    const read = pathOf(text)
    if (typeof read === 'string') return wrong(field, `path.${read}`)
    return roots.includes(read.root) ? read : wrong(field, 'path.root')
  }
  const one = (field: PathField, roots: string): Path | null => {
    const read = path(field, roots)
    return read?.root === '@' && read.stars > 0 ? wrong(field, 'path.star') : read
  }

  const pattern = topicPattern(mapping.pattern)
  const isPattern = typeof pattern !== 'string'
  if (!isPattern) wrong('pattern', `topic.${pattern}`)
  const device = deviceParts(mapping.device, isPattern ? namesIn(pattern) : null)
  if (typeof device === 'string') wrong('device', device)
  const records = path('recordsPath', '$')
  const values = path('valuesPath', '@')
  const name = one('namePath', '@$')
  const value = one('valuePath', '@')
  const rest = {
    time: one('timePath', '@$'),
    valueTime: one('valueTimePath', '@'),
    errors: path('errorsPath', '@'),
  }
  const isWhole = records !== null && values !== null && name !== null && value !== null
  if (faults.length > 0 || !isPattern || typeof device === 'string' || !isWhole) return { ok: false, faults }
  const { zoneMinutes, late, otherNames } = mapping
  const signals = new Map(
    mapping.signals.map(({ name: sent, words, ...translation }) => [
      sent,
      { ...translation, words: new Map(words.map(({ word, number }) => [word, number])) },
    ]),
  )
  const paths = { records, values, name, value, ...rest }
  return { ok: true, adapter: { pattern, device, ...paths, zoneMinutes, late, otherNames, signals } }
}

const optional: ReadonlySet<string> = new Set<PathField>(['timePath', 'valueTimePath', 'errorsPath'])

type PathField = {
  [K in keyof AdapterMapping]: K extends `${string}Path` ? K : never
}[keyof AdapterMapping]

/** `names`: the names that the pattern captures; null = the pattern itself is invalid. Returns a code if the text cannot be parsed. */
function deviceParts(text: string, names: readonly string[] | null): DevicePart[] | string {
  const parts: DevicePart[] = []
  for (const piece of text.split(/(\{[^{}]*\})/)) {
    const part = devicePart(piece, names)
    if (typeof part === 'string') return part
    if (part !== null) parts.push(part)
  }
  return parts
}

function devicePart(piece: string, names: readonly string[] | null): DevicePart | string | null {
  if (piece === '') return null
  if (!/^\{.*\}$/.test(piece)) return /[{}]/.test(piece) ? 'path.shape' : { is: 'text', text: piece }
  const inner = piece.slice(1, -1)
  if (!/^[$@]/.test(inner))
    return names !== null && !names.includes(inner) ? 'device.level' : { is: 'level', name: inner }
  const path = pathOf(inner)
  if (typeof path === 'string') return `path.${path}`
  return path.root === '@' && path.stars > 0 ? 'path.star' : { is: 'path', path }
}

const dayMs = 86_400_000
const form =
  /^(\d{4})-?(\d\d)-?(\d\d)[T ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,](\d{1,9}))?)?\s?(Z|[+-]\d\d(?::?\d\d)?)?$/i

/**
 * Parses a time in a vendor's format, returns ms since 1970. Accepts a number of seconds, ms, µs or ns, also as text, and ISO 8601 with or without
 * separators (`20191023T173625Z`), also with a space. A text without a zone is `zoneMinutes` ahead of UTC. Null = not a time.
 */
export function sentTime(value: unknown, zoneMinutes: number): number | null {
  if (typeof value === 'number') return epoch(value)
  if (typeof value !== 'string' || value.length > 40) return null
  const text = value.trim()
  return /^\d{1,19}(\.\d{1,9})?$/.test(text) ? epoch(Number(text)) : written(text, zoneMinutes)
}

/** Seconds, ms, µs or ns are distinguished by their size: no machine sent data before 1973. */
function epoch(number: number): number | null {
  if (!Number.isFinite(number) || number <= 0) return null
  if (number < 1e11) return Math.round(number * 1000)
  if (number < 1e14) return Math.round(number)
  if (number < 1e17) return Math.round(number / 1000)
  return number < 1e20 ? Math.round(number / 1e6) : null
}

function written(text: string, zoneMinutes: number): number | null {
  const found = form.exec(text)
  if (found === null) return null
  const part = (place: number): number => Number(found[place] ?? 0)
  const [year, month, day] = [part(1), part(2), part(3)]
  const [hour, minute, second] = [part(4), part(5), part(6)]
  if (!isDay(year, month, day) || hour > 23 || minute > 59 || second > 60) return null
  const zone = zoneOf(found[8], zoneMinutes)
  const fraction = Math.floor(Number(`0.${found[7] ?? 0}`) * 1000)
  const ofDay = (hour * 60 + minute - zone) * 60_000 + second * 1000 + fraction
  return dayNumber(`${year}-${month}-${day}`) * dayMs + ofDay
}

function zoneOf(text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise
  if (text.toUpperCase() === 'Z') return 0
  const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(3).replace(':', '') || 0)
  return text.startsWith('-') ? -minutes : minutes
}

const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

function isDay(year: number, month: number, day: number): boolean {
  const length = (lengths[month - 1] ?? 0) + (month === 2 && isLeap(year) ? 1 : 0)
  return year >= 1970 && day >= 1 && day <= length
}

/** Maximum number of places visited in a message; a message with more is counted as too large. */
const maxPlaces = 20_000
const maxRecords = 500
const maxValues = 5000
/** Longest name of a device or value. */
const longestName = 128

interface Reading {
  readonly adapter: Adapter
  readonly levels: ReadonlyMap<string, string>
  readonly root: Place
  readonly budget: Budget
  readonly values: AdaptedValue[]
  readonly misses: Miss[]
}

/** A record: one device at one instant, unless its values have their own times. */
interface Known {
  readonly device: string
  readonly at: number | null
}

/** Decodes a message with an adapter. `levels` has the topic levels that match the named placeholders. Never throws. */
export function readAdapted(
  adapter: Adapter,
  levels: ReadonlyMap<string, string>,
  payload: Uint8Array,
): Adapted {
  const read = readJson(payload)
  const root = wholeMessage(read.ok ? read.value : null)
  const misses: Miss[] = []
  const reading: Reading = { adapter, levels, root, budget: { left: maxPlaces }, values: [], misses }
  if (!read.ok) miss(reading, null, payload.length > largestMessage ? 'size' : 'json', root)
  else readRecords(reading)
  return reading
}

const miss = ({ misses }: Reading, device: string | null, reason: Miss['reason'], place: Place): void => {
  if (misses.length < maxValues) misses.push({ device, reason, place })
}

function readRecords(reading: Reading): void {
  const { adapter, root, budget } = reading
  const records = placesAt(adapter.records, { root, here: root }, budget)
  if (records.length === 0) return miss(reading, null, 'no_records', root)
  for (const record of records.slice(0, maxRecords)) {
    if (budget.left < 0 || reading.values.length >= maxValues) return miss(reading, null, 'count', record)
    readRecord(reading, record)
  }
  if (records.length > maxRecords || budget.left < 0) miss(reading, null, 'count', root)
}

function readRecord(reading: Reading, record: Place): void {
  const { adapter, root, budget } = reading
  const where = { root, here: record }
  const device = deviceOf(reading, record)
  if (device === null) return miss(reading, null, 'no_device', record)
  const time = timeAt(reading, adapter.time, record)
  if (time === 'none') return miss(reading, device, 'time', record)
  if (adapter.errors !== null)
    for (const place of placesAt(adapter.errors, where, budget)) miss(reading, device, 'reported', place)
  const entries = placesAt(adapter.values, where, budget)
  if (entries.length === 0) return miss(reading, device, 'no_values', record)
  for (const entry of entries) {
    if (reading.values.length >= maxValues) return
    readEntry(reading, { device, at: time }, entry)
  }
}

function readEntry(reading: Reading, { device, at: ofRecord }: Known, entry: Place): void {
  const { adapter, root } = reading
  const name = nameText(valueAt(adapter.name, { root, here: entry }))
  if (name === null) return miss(reading, device, 'no_name', entry)
  const own = timeAt(reading, adapter.valueTime, entry)
  if (own === 'none') return miss(reading, device, 'time', entry)
  const translation = adapter.signals.get(name)
  if (translation === undefined && adapter.otherNames === 'drop')
    return miss(reading, device, 'unnamed', entry)
  const sent = sentValue(reading, entry)
  if (sent === null || sent === undefined) return miss(reading, device, 'empty', entry)
  const value = numberOf(sent, translation)
  const signal = translation?.signal ?? name
  const known = { device, name, signal, at: own ?? ofRecord, place: entry }
  if (value !== null) reading.values.push({ ...known, value })
  else missNumber(reading, known, sent)
}

function missNumber({ misses }: Reading, known: Omit<AdaptedText, 'value'>, sent: unknown): void {
  if (misses.length >= maxValues) return
  const { device, place } = known
  const text = typeof sent === 'string' && isShort(sent) ? { text: { ...known, value: sent } } : {}
  misses.push({ device, reason: 'no_number', place, ...text })
}

/** The value at its path; if the value is not an object, the item itself. */
function sentValue({ adapter, root }: Reading, entry: Place): unknown {
  const isPlain = typeof entry.value !== 'object' || entry.value === null
  return isPlain ? entry.value : valueAt(adapter.value, { root, here: entry })
}

/** Null = not sent; `none` = not a valid time. */
function timeAt({ adapter, root }: Reading, path: Path | null, here: Place): number | null | 'none' {
  const sent = path === null ? undefined : valueAt(path, { root, here })
  return sent === undefined || sent === null ? null : (sentTime(sent, adapter.zoneMinutes) ?? 'none')
}

function deviceOf({ adapter, levels, root }: Reading, here: Place): string | null {
  let device = ''
  for (const part of adapter.device) {
    const piece =
      part.is === 'text'
        ? part.text
        : part.is === 'level'
          ? nameText(levels.get(part.name))
          : nameText(valueAt(part.path, { root, here }))
    if (piece === null) return null
    device += piece
  }
  return nameText(device)
}

function nameText(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string') return null
  const plain = text.replace(/\p{Cc}/gu, '').trim()
  return plain === '' || plain.length > longestName ? null : plain
}

/** A boolean counts as 0 or 1, a text as the number it contains or maps to. Null = not a finite number. */
function numberOf(sent: unknown, translation: Translation | undefined): number | null {
  const number = plainNumber(sent, translation)
  if (number === null || translation === undefined) return number
  const { factor, offset } = translation
  // Rounds so that 0.1 × 3 is 0.3.
  const value = Number((number * factor + offset).toPrecision(12))
  return Number.isFinite(value) ? value : null
}
