import type { FaultReason, MachineEventType } from '@cloud-factory/domain/telemetry/telemetry-enums'

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
