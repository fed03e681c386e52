import type { FaultReason, MachineEventType } from '@cloud-factory/domain/telemetry/telemetry-enums'

/** A value as it was sent. `bad`: the sender says itself that it cannot be trusted. */
export interface SentValue {
  readonly code: string
  readonly value: number
  readonly bad: boolean
}

/** What was sent and is no number. `integer`: one that is too large to be exact as a number; `date`: ms since 1970; `null`: no value. */
export interface SentText {
  readonly code: string
  readonly text: string
  /** Left out: a text. */
  readonly kind?: 'integer' | 'date' | 'null'
}

/** A longer text is no value of a machine. */
const longestText = 256

/** A text that can be kept. */
export const isShort = (text: string): boolean => text.length <= longestText

/** Values of one instant as they were sent. */
export interface SentFrame {
  /** Counts up in a boot; null = the sender does not count. */
  readonly seq: number | null
  /** Ms since 1970 by the sender's clock; null = it did not say. */
  readonly ts: number | null
  readonly values: readonly SentValue[]
  readonly texts?: readonly SentText[]
  /** A value of it was no finite number and was left out. */
  readonly unread: boolean
}

interface SentBirth {
  readonly boot: string
  readonly ts: number | null
  readonly profile: string
  readonly firmware: string
}

/** A fact as it was sent; `ts` as of a frame. */
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
