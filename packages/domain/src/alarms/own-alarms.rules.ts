import { severities, type Severity } from './alarm-enums.ts'

/** An alarm that a machine reports itself. */
export interface OwnAlarm {
  /** Its own code; empty: none. */
  readonly code: string
  readonly text: string
  /** null: as in the rule. */
  readonly severity: Severity | null
  /** true: it began; false: it ended; null: it only occurred. */
  readonly on: boolean | null
}

const longestCode = 40
const longestText = 200

/**
 * Reads the data of an event of type `alarm`:
 * `{"code": "E102", "text": "Torch collision", "severity": "critical", "on": true}`. All fields are optional, but
 * code or text is needed. null: no alarm in it.
 */
export function ownAlarm(data: Readonly<Record<string, unknown>>): OwnAlarm | null {
  const code = wordOf(data['code'], longestCode)
  const text = wordOf(data['text'], longestText)
  if (code === '' && text === '') return null
  const { on } = data
  return {
    // Without a code, the text identifies the alarm.
    code: code === '' ? wordOf(text, longestCode) : code,
    text,
    severity: severities.find((known) => known === data['severity']) ?? null,
    on: typeof on === 'boolean' ? on : null,
  }
}

/** Numbers are accepted as codes; unprintable characters are removed. */
function wordOf(value: unknown, longest: number): string {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value).slice(0, longest)
  if (typeof value !== 'string') return ''
  const shown = value.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, ' ').trim()
  // Never cuts a character in two.
  return shown.slice(0, longest).replace(/\p{Cs}$/u, '')
}
