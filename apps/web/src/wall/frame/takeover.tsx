import { useEffect, useState } from 'react'
import { SeverityMark } from '../charts/severity-mark.tsx'
import { measured, spanOf } from '../figures.ts'
import { useNow } from '../link/clock.ts'
import { useWall } from '../link/wall.store.ts'
import type { Layout } from '../screen.types.ts'
import { useSpeech } from '../words.ts'
import { ring } from './ring-alarm.ts'
import { type AlarmRow, takingOver } from './takeover.rules.ts'

/** The alarm that takes this screen now; null: none does. */
export function useTakeover(level: Layout['takeover']): AlarmRow | null {
  const rows = useWall(({ items }) => items.alarms)?.data.rows
  return rows === undefined ? null : takingOver(rows, level)
}

/** An alarm large enough to be read from anywhere in the hall, until somebody has acknowledged it. */
export function Takeover({ alarm, sound }: { readonly alarm: AlarmRow; readonly sound: boolean }) {
  const { t, names, time } = useSpeech()
  const now = useNow()
  const [isSilent, setSilent] = useState(false)
  useEffect(() => (sound ? ring(alarm.severity, setSilent) : undefined), [sound, alarm.id, alarm.severity])
  return (
    <section className={`takeover is-${alarm.severity}`} role="alert" data-testid="takeover">
      <SeverityMark severity={alarm.severity} size={110} />
      <div>
        <p className="takeover-title">{t('takeover.title', { severity: t(`severity.${alarm.severity}`) })}</p>
        <p className="takeover-machine">{alarm.machine}</p>
        <p className="takeover-text">
          {names(alarm.names)}
          {alarm.value !== null && ` (${measured(alarm)})`}
        </p>
        <p className="takeover-since">
          {t('takeover.since', { at: time(alarm.since, '{h}:{i}:{s}') })} ·{' '}
          {spanOf((now - alarm.since) / 1000)} · {t('alarms.open')}
        </p>
        {sound && isSilent && <p className="takeover-since">♪ {t('takeover.touch')}</p>}
      </div>
    </section>
  )
}
