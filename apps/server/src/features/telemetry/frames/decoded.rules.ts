import type { FaultReason, MachineEventType } from '@cloud-factory/contract/telemetry-words'

/** A value as it was sent. `bad`: the sender says itself that it cannot be trusted. */
export interface SentValue {
  readonly code: string
  readonly value: number
  readonly bad: boolean
}

/** A text that was sent where others send a number: only a signal of alarm codes can hold it. */
export interface SentText {
  readonly code: string
  readonly text: string
}

/** Texts so long are no codes. */
const longestText = 64

/** A text that may be a code. */
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
