import type { Severity } from '@cloud-factory/domain/alarms/alarm-enums'
import { Nothing } from '../charts/charts.tsx'
import { SeverityMark } from '../charts/marks.tsx'
import { spanOf } from '../figures.ts'
import { turnsOf } from '../frame/frame.rules.ts'
import { type AlarmRow } from '../frame/trust.rules.ts'
import { useTurn, useNow } from '../link/clock.ts'
import { useSpeech } from '../labels.ts'
import type { PanelProps } from '../screen.types.ts'

const worstFirst: readonly Severity[] = ['critical', 'warning', 'info']

/** Active alarms, then those that are over but not acknowledged; active ones blink until they are acknowledged. */
export function AlarmsPanel({ data, width, height, zoom, options }: PanelProps<'alarms'>) {
  const { t } = useSpeech()
  const row = 26 * zoom
  const head = 24 * zoom
  const room = Math.max(1, Math.floor((height - head) / row))
  const rows = data.rows
    .toSorted((a, b) => Number(b.current) - Number(a.current))
    .slice(0, Math.max(room, Number(options['rows'] ?? room)))
  const { turns, each } = turnsOf(rows.length, room)
  const turn = useTurn(turns, 8)
  const wide = width > 430 * zoom
  if (rows.length === 0) return <Nothing>{t('alarms.none')}</Nothing>
  return (
    <div className="panel-rows alarms">
      <p className="panel-note is-spread" style={{ height: head }}>
        <span className="alarm-counts">
          {worstFirst.map((severity) => (
            <span key={severity}>
              <SeverityMark severity={severity} size={16 * zoom} /> {data.active[severity]}
              {wide && ` ${t(`severity.${severity}`)}`}
            </span>
          ))}
        </span>
        <b className={data.unacked > 0 ? 'is-bad' : ''}>{t('alarms.unacked', { count: data.unacked })}</b>
      </p>
      <ul>
        {rows.slice(turn * each, turn * each + each).map((alarm) => (
          <Row key={alarm.id} alarm={alarm} height={row} wide={wide} zoom={zoom} />
        ))}
      </ul>
    </div>
  )
}

interface RowProps {
  readonly alarm: AlarmRow
  readonly height: number
  readonly wide: boolean
  readonly zoom: number
}

function Row({ alarm, height, wide, zoom }: RowProps) {
  const { t, names, measured } = useSpeech()
  const { severity, machine, value, times, acked, ackedBy, current } = alarm
  const note = current ? (acked ? t('alarms.acked', { name: ackedBy }) : '') : t('alarms.over')
  return (
    <li
      className={`is-${severity} ${current ? '' : 'is-over'} ${current && !acked ? 'is-unacked' : ''}`}
      style={{ height }}
      data-acked={acked}
    >
      <SeverityMark severity={severity} size={18 * zoom} />
      <b>{machine}</b>
      <span className="alarm-text">
        <span>{names(alarm.names)}</span>
        {value !== null && <span className="alarm-measured">({measured(alarm)})</span>}
        {times > 1 && <span className="alarm-measured">×{times}</span>}
      </span>
      {wide && <span className="is-soft">{note}</span>}
      <Since at={alarm.since} />
    </li>
  )
}

function Since({ at }: { readonly at: number }) {
  const now = useNow(10)
  return <span className="alarm-since">{spanOf((now - at) / 1000)}</span>
}
