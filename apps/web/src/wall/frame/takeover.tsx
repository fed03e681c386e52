import { useEffect, useReducer, useState } from 'react'
import { SeverityMark } from '../charts/marks.tsx'
import { measured, spanOf } from '../figures.ts'
import { serverNow, useNow } from '../link/clock.ts'
import { useWall } from '../link/wall.store.ts'
import type { Layout } from '../screen.types.ts'
import { useSpeech } from '../labels.ts'
import { ring } from './sound.ts'
import { type AlarmRow, takeoverMs, takingOver } from './trust.rules.ts'

/** The alarms that take over this screen now; empty: none. */
export function useTakeover(level: Layout['takeover']): readonly AlarmRow[] {
  const rows = useWall(({ items }) => items.alarms)?.data.rows
  const [, lookAgain] = useReducer((times: number) => times + 1, 0)
  const alarms = takingOver(rows ?? [], level, serverNow())
  const oldest = alarms.at(-1)?.since
  useEffect(() => {
    if (oldest === undefined) return
    const timer = setTimeout(lookAgain, Math.max(0, oldest + takeoverMs - serverNow()) + 50)
    return () => clearTimeout(timer)
  }, [oldest])
  return alarms
}

/** Maximum number of named alarms; the others are counted. */
const maxNamed = 4

interface Props {
  readonly alarms: readonly AlarmRow[]
  readonly sound: boolean
}

/** Alarms in letters readable across the hall, for a limited time or until acknowledged. */
export function Takeover({ alarms, sound }: Props) {
  const { t } = useSpeech()
  const [isSilent, setSilent] = useState(false)
  const newest = alarms[0]?.id
  useEffect(() => (sound ? ring('critical', setSilent) : undefined), [sound, newest])
  const others = alarms.length - maxNamed
  return (
    <section className="takeover is-critical" role="alert" data-testid="takeover">
      <SeverityMark severity="critical" size={110} />
      <div>
        <p className="takeover-title">
          {t('takeover.title', { severity: t('severity.critical') })}
          {alarms.length > 1 && ` ×${alarms.length}`}
        </p>
        {alarms.slice(0, maxNamed).map((alarm) => (
          <Named key={alarm.id} alarm={alarm} alone={alarms.length === 1} />
        ))}
        {others > 0 && <p className="takeover-since">{t('takeover.more', { count: others })}</p>}
        {sound && isSilent && <p className="takeover-since">♪ {t('takeover.touch')}</p>}
      </div>
    </section>
  )
}

function Named({ alarm, alone }: { readonly alarm: AlarmRow; readonly alone: boolean }) {
  const { t, names, time } = useSpeech()
  const now = useNow()
  const text = `${names(alarm.names)}${alarm.value === null ? '' : ` (${measured(alarm)})`}`
  const since = `${t('takeover.since', { at: time(alarm.since, '{h}:{i}:{s}') })} · ${spanOf((now - alarm.since) / 1000)}`
  if (!alone)
    return (
      <p className="takeover-text">
        <b>{alarm.machine}</b> {text} <small className="takeover-since">{since}</small>
      </p>
    )
  return (
    <>
      <p className="takeover-machine">{alarm.machine}</p>
      <p className="takeover-text">{text}</p>
      <p className="takeover-since">
        {since} · {t('alarms.open')}
      </p>
    </>
  )
}
