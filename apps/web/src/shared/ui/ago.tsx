import { useSyncExternalStore } from 'react'
import { useFactoryZone, formatInstant, dateOf } from '../format/dates.ts'
import { absent } from '../format/numbers.ts'
import { relativeTime } from '../format/relative-time.ts'
import { useSettings } from '../settings.ts'

interface Props {
  /** ISO text; null: never. */
  readonly at: string | null
  /** How the time is written once it is too long ago to be told relatively. */
  readonly pattern?: string
}

/** How long ago something was; the whole time when pointed at. */
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

/** One clock for all of them, which rests while none is shown. */
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
