import {
  type FaultReason,
  type MachineEventType,
  largestMessage,
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

export const fault = (reason: FaultReason): Decoded => ({ kind: 'fault', reason })

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

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
