import { ownAlarm } from '@cloud-factory/domain/alarms/own-alarms.rules'

/** A machine's alarm code from an instant on, ms since 1970; empty: no alarm. */
export interface CodeChange {
  readonly at: number
  readonly code: string
}

/** An alarm code that appeared or ended. */
export interface ReportedCode extends CodeChange {
  readonly on: boolean
  /** Index from 0 among the changes of one instant; clocks with one-second resolution have several. */
  readonly turn: number
}

/** Number of remembered changes. Frames that a gateway buffered while offline may be older than live ones. */
const maxKept = 64

/** A normalized alarm code; empty: nothing was sent, or any form of 0. */
export function alarmCodeOf(sent: number | string): string {
  const code = ownAlarm({ code: sent })?.code ?? ''
  return /^0*$/.test(code) ? '' : code
}

/**
 * Events caused by a code at an instant. Returns none if the code is unchanged, also compared with later known changes, or if the instant is before
 * the known history: those events were already reported.
 */
export function followCode(
  changes: readonly CodeChange[],
  seen: CodeChange,
): { readonly changes: readonly CodeChange[]; readonly reported: readonly ReportedCode[] } {
  const place = changes.findLastIndex(({ at }) => at <= seen.at)
  const before = changes[place]?.code ?? ''
  const after = changes[place + 1]
  const isUnknown = place < 0 && changes.length > 0
  const atOnce = changes.filter(({ at }) => at === seen.at)
  const isThere = atOnce.some(({ code }) => code === seen.code)
  if (isUnknown || isThere || seen.code === before || seen.code === after?.code)
    return { changes, reported: [] }
  const turn = atOnce.length
  const reported: ReportedCode[] = [
    { at: seen.at, code: before, on: false, turn },
    { ...seen, on: true, turn },
  ]
  // The code that followed when the end was reported without it.
  if (after !== undefined) reported.push({ at: after.at, code: seen.code, on: false, turn: 0 })
  return {
    changes: changes.toSpliced(place + 1, 0, seen).slice(-maxKept),
    reported: reported.filter(({ code }) => code !== ''),
  }
}

/** Prefix of event keys. Keys sort by time, and the same change always has the same key. */
export const codeKeys = { from: 'code:', to: 'code;' } as const

export const codeKey = ({ at, code, on, turn }: ReportedCode): string =>
  `${codeKeys.from}${String(at).padStart(13, '0')}:${String(turn).padStart(2, '0')}${on ? 1 : 0}:${code}`
