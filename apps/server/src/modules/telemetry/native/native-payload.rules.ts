import { type FaultReason, machineEventTypes } from '@cloud-factory/domain/telemetry/telemetry-enums'
import {
  type Decoded,
  fault,
  isShort,
  type SentFrame,
  type SentText,
  type SentValue,
  isRecord,
  readJson,
} from '../frames/decoded.rules.ts'

const nativeKinds = ['birth', 'status', 'telemetry', 'history', 'event'] as const
export type NativeKind = (typeof nativeKinds)[number]

interface NativeTopic {
  /** `site/line/device`, the name by which machines are identified. */
  readonly device: string
  readonly kind: NativeKind
}

const form = /^sf\/v1\/([A-Za-z0-9_-]{1,64}\/[A-Za-z0-9_-]{1,64}\/[A-Za-z0-9_-]{1,64})\/([a-z]{1,16})$/

/** Parses `sf/v1/{site}/{line}/{device}/{kind}`; null = another form. */
export function nativeTopic(topic: string): NativeTopic | null {
  const [, device, word] = form.exec(topic) ?? []
  const kind = nativeKinds.find((known) => known === word)
  return device === undefined || kind === undefined ? null : { device, kind }
}

const maxSignals = 200
const maxFrames = 500
/** Maximum nesting depth of event data. */
const maxDepth = 4

/** Parses the payload of a native topic. Never throws. */
export function decodeNative(kind: NativeKind, payload: Uint8Array): Decoded {
  const read = readJson(payload)
  if (!read.ok) return fault(read.reason)
  const body = read.value
  if (!isRecord(body)) return fault('shape')
  return decoders[kind](body)
}

type Body = Readonly<Record<string, unknown>>

const decoders: Readonly<Record<NativeKind, (body: Body) => Decoded>> = {
  birth: (body) => ({
    kind: 'birth',
    birth: {
      boot: bootOf(body),
      ts: instantOf(body['ts']),
      profile: shortText(body['profile']),
      firmware: shortText(body['fw']),
    },
  }),
  status: (body) =>
    typeof body['online'] === 'boolean'
      ? { kind: 'status', online: body['online'], boot: bootOf(body), ts: instantOf(body['ts']) }
      : fault('shape'),
  telemetry: (body) => {
    const frame = frameOf(body)
    return typeof frame === 'string'
      ? fault(frame)
      : { kind: 'frames', boot: bootOf(body), live: true, frames: [frame] }
  },
  history: (body) => {
    const { frames: sent } = body
    if (!Array.isArray(sent)) return fault('shape')
    if (sent.length > maxFrames) return fault('count')
    const frames: SentFrame[] = []
    for (const entry of sent as unknown[]) {
      const frame = isRecord(entry) ? frameOf(entry) : 'shape'
      if (typeof frame === 'string') return fault(frame)
      frames.push(frame)
    }
    return { kind: 'frames', boot: bootOf(body), live: false, frames }
  },
  event: (body) => {
    const { id, data = {} } = body
    const type = machineEventTypes.find((known) => known === body['type'])
    if (typeof id !== 'string' || id === '' || id.length > 64 || type === undefined || !isRecord(data))
      return fault('shape')
    if (depthOf(data) > maxDepth) return fault('depth')
    return { kind: 'event', event: { id, type, data, ts: instantOf(body['ts']) } }
  },
}

function frameOf(body: Body): SentFrame | FaultReason {
  const { m, q } = body
  if (!isRecord(m)) return 'shape'
  const codes = Object.keys(m)
  if (codes.length > maxSignals) return 'count'
  const marks = isRecord(q) ? q : {}
  const values: SentValue[] = []
  const texts: SentText[] = []
  let unread = false
  for (const code of codes) {
    const value = numberOf(m[code])
    const sent = m[code]
    if (typeof sent === 'string' && isShort(sent)) texts.push({ code, text: sent })
    else if (value === undefined) unread = true
    else if (value === null) texts.push({ code, text: '', kind: 'null' })
    else values.push({ code, value, bad: Object.hasOwn(marks, code) && marks[code] !== 192 })
  }
  const more = texts.length === 0 ? {} : { texts }
  return { seq: seqOf(body['seq']), ts: instantOf(body['ts']), values, ...more, unread }
}

/** A boolean counts as 0 or 1. Null stays null; undefined = not a number. */
function numberOf(value: unknown): number | null | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value === 'boolean') return value ? 1 : 0
  return value === null ? null : undefined
}

const seqOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null

/** Seconds are recognised by their size: no machine sent data before 1973. */
function instantOf(value: unknown): number | null {
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0) return null
  return Math.round(value < 1e11 ? value * 1000 : value)
}

const bootOf = (body: Body): string => shortText(body['boot'])

const shortText = (value: unknown): string =>
  typeof value === 'string' ? value.replace(/\p{Cc}/gu, '').slice(0, 80) : ''

/** Nesting depth of a value, counted to one level beyond the limit. */
function depthOf(value: unknown, level = 0): number {
  if (typeof value !== 'object' || value === null || level > maxDepth) return level
  return Math.max(level + 1, ...Object.values(value).map((inner) => depthOf(inner, level + 1)))
}
