import { ownAlarm } from '@cloud-factory/domain/alarms/own-alarms.rules'

/** What a machine's alarm code is from an instant on, ms since 1970; empty: nothing is the matter. */
export interface CodeChange {
  readonly at: number
  readonly code: string
}

/** A code that came or went. */
export interface ReportedCode extends CodeChange {
  readonly on: boolean
  /** Of changes at one instant which it is, from 0: clocks that count seconds have several. */
  readonly turn: number
}

/** So many changes are remembered: what a gateway kept while it had no link comes among what was heard meanwhile. */
const maxKept = 64

/** A code as it was sent; empty: 0 in whatever form, or nothing. */
export function alarmCodeOf(sent: number | string): string {
  const code = ownAlarm({ code: sent })?.code ?? ''
  return /^0*$/.test(code) ? '' : code
}

/**
 * What a code says that is seen at an instant. Nothing while it stays the same, also where it is known from later on already, and
 * nothing of a time before all that is known: that was told when it was seen first.
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
  // What went after it was told to go without it.
  if (after !== undefined) reported.push({ at: after.at, code: seen.code, on: false, turn: 0 })
  return {
    changes: changes.toSpliced(place + 1, 0, seen).slice(-maxKept),
    reported: reported.filter(({ code }) => code !== ''),
  }
}

/** Keys begin so, sort by time, and are the same for the same change, however often it is seen. */
export const codeKeys = { from: 'code:', to: 'code;' } as const

export const codeKey = ({ at, code, on, turn }: ReportedCode): string =>
  `${codeKeys.from}${String(at).padStart(13, '0')}:${String(turn).padStart(2, '0')}${on ? 1 : 0}:${code}`
