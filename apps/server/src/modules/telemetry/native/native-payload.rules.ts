import {
  type FaultReason,
  type MachineEventType,
  largestMessage,
  machineEventTypes,
} from '@cloud-factory/domain/telemetry/telemetry-enums'

/** A value as sent. `bad`: the sender itself marks it as not trustworthy. */
export interface SentValue {
  readonly code: string
  readonly value: number
  readonly bad: boolean
}

/** A sent value that is not a number. `integer`: too large to be exact as a number; `date`: ms since 1970; `null`: no value. */
export interface SentText {
  readonly code: string
  readonly text: string
  /** Left out: a text. */
  readonly kind?: 'integer' | 'date' | 'null'
}

/** Longer texts are not machine values and are rejected. */
const longestText = 256

/** Whether a text can be stored. */
export const isShort = (text: string): boolean => text.length <= longestText

/** Values of one instant as sent. */
export interface SentFrame {
  /** Sequence number that increases within a boot; null = the sender does not count. */
  readonly seq: number | null
  /** Ms since 1970 by the sender's clock; null = not sent. */
  readonly ts: number | null
  /** When the message was sent, ms since 1970, by senders whose messages arrive in the order of sending. */
  readonly sentAt?: number | undefined
  readonly values: readonly SentValue[]
  readonly texts?: readonly SentText[]
  /** At least one value was not a finite number and was left out. */
  readonly unread: boolean
}

interface SentBirth {
  readonly boot: string
  readonly ts: number | null
  readonly profile: string
  readonly firmware: string
}

/** An event as sent; `ts` as in a frame. */
export interface SentEvent {
  readonly id: string
  readonly type: MachineEventType
  readonly data: Readonly<Record<string, unknown>>
  readonly ts: number | null
}

export type Decoded =
  | {
      readonly kind: 'frames'
      readonly boot: string
      readonly live: boolean
      readonly frames: readonly SentFrame[]
    }
  | { readonly kind: 'birth'; readonly birth: SentBirth }
  | { readonly kind: 'status'; readonly online: boolean; readonly boot: string; readonly ts: number | null }
  | { readonly kind: 'event'; readonly event: SentEvent }
  | { readonly kind: 'fault'; readonly reason: FaultReason }

const fault = (reason: FaultReason): Decoded => ({ kind: 'fault', reason })

const utf8 = new TextDecoder('utf-8', { fatal: true })

const canBeLarge = /\d{16}/

/** A whole number that JavaScript would round, such as a 64-bit job number, keeps its digits. */
function exact(_: string, value: unknown, { source }: { readonly source?: string }): unknown {
  const isRounded = typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source ?? '')
  return isRounded ? source : value
}

/** Parses a message as JSON. Whole numbers that are too large to be exact become texts. Never throws. */
export function readJson(
  payload: Uint8Array,
): { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly reason: FaultReason } {
  if (payload.length > largestMessage) return { ok: false, reason: 'size' }
  try {
    const text = utf8.decode(payload)
    const value: unknown = canBeLarge.test(text) ? JSON.parse(text, exact as never) : JSON.parse(text)
    return { ok: true, value }
  } catch {
    return { ok: false, reason: 'json' }
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

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
