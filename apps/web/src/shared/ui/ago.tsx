import { absent, count, shortNumber } from '../format/numbers.ts'
import { useSyncExternalStore } from 'react'
import { useFactoryZone, formatInstant, dateOf } from '../format/dates.ts'
import { relativeTime } from '../format/relative-time.ts'
import { useSettings } from '../settings.ts'

/** From this value on, a number is shown with k, M, G. */
const largeFrom = 100_000

/** A count; a large one in short form, with the full number as a tooltip. */
export function LargeNumber({ value }: { readonly value: number | null }) {
  if (value === null) return absent
  if (Math.abs(value) < largeFrom) return count(value)
  return <span title={count(value)}>{shortNumber(value, 1)}</span>
}

interface Props {
  /** ISO text; null: never. */
  readonly at: string | null
  /** Pattern for times that are too old for a relative form. */
  readonly pattern?: string
}

/** How long ago something was; the full time as a tooltip. */
export function Ago({ at, pattern }: Props) {
  const timeZone = useFactoryZone()
  const language = useSettings((settings) => settings.language)
  const now = useSyncExternalStore(onTick, () => tick)
  if (at === null || dateOf(at) === null) return absent
  return (
    <time dateTime={at} title={formatInstant(at, timeZone)}>
      {relativeTime(at, { now, language, timeZone, pattern })}
    </time>
  )
}

const every = 30_000
const listeners = new Set<() => void>()
let tick = Date.now()
let timer: ReturnType<typeof setInterval> | undefined

/** One timer for all of them, which stops while none is shown. */
function onTick(changed: () => void): () => void {
  if (listeners.size === 0) {
    advance()
    timer = setInterval(advance, every)
  }
  listeners.add(changed)
  return () => {
    listeners.delete(changed)
    if (listeners.size === 0) clearInterval(timer)
  }
}

function advance(): void {
  tick = Date.now()
  for (const changed of listeners) changed()
}
