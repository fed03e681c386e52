import { severities, type Severity } from './alarm-enums.ts'

/** What a machine says itself of what is wrong with it. */
export interface OwnAlarm {
  /** Its own code; empty: it has none. */
  readonly code: string
  readonly text: string
  /** Null: as the rule says. */
  readonly severity: Severity | null
  /** It came, it went; null: it only tells that it was there. */
  readonly on: boolean | null
}

const longestCode = 40
const longestText = 200

/**
 * Out of the data of an event of type `alarm`: `{"code": "E102", "text": "Torch collision", "severity": "critical", "on": true}`.
 * All of them may be missing but code or text. Null: it says nothing.
 */
export function ownAlarm(data: Readonly<Record<string, unknown>>): OwnAlarm | null {
  const code = wordOf(data['code'], longestCode)
  const text = wordOf(data['text'], longestText)
  if (code === '' && text === '') return null
  const { on } = data
  return {
    // Without a code its words tell it from others.
    code: code === '' ? wordOf(text, longestCode) : code,
    text,
    severity: severities.find((known) => known === data['severity']) ?? null,
    on: typeof on === 'boolean' ? on : null,
  }
}

/** Numbers are codes as well; what cannot be shown is taken out. */
function wordOf(value: unknown, longest: number): string {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value).slice(0, longest)
  if (typeof value !== 'string') return ''
  const shown = value.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, ' ').trim()
  // A character is never cut in two.
  return shown.slice(0, longest).replace(/\p{Cs}$/u, '')
}
