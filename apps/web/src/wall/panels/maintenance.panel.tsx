import { Kpi, KpiRow } from '../charts/kpi.tsx'
import { spanOf } from '../figures.ts'
import { useSpeech } from '../labels.ts'
import type { PanelProps } from './panel.types.ts'

/** What is broken, what is due, and how reliable the machines were. */
export function MaintenancePanel({ data, width, height, zoom, options }: PanelProps<'maintenance'>) {
  const { t, names } = useSpeech()
  const row = 26 * zoom
  const room = Math.min(Number(options['rows'] ?? 12), Math.floor((height - 58 * zoom) / row))
  const wide = width > 600 * zoom
  return (
    <div className="panel-rows">
      <KpiRow alone={data.next.length === 0} height={height} zoom={zoom}>
        <Kpi
          large
          value={String(data.openRepairs)}
          tone={data.openRepairs > 0 ? 'warn' : 'good'}
          label={t('maintenance.repairs')}
        />
        <Kpi
          value={`${data.overduePlans}`}
          tone={data.overduePlans > 0 ? 'bad' : 'plain'}
          label={t('maintenance.overdue')}
        />
        <Kpi value={String(data.dueChecks)} label={t('maintenance.checks')} />
        <Kpi
          value={String(data.sparesLow)}
          tone={data.sparesLow > 0 ? 'warn' : 'plain'}
          label={t('maintenance.spares')}
        />
        {wide && <Kpi value={spanOf(data.mtbfS)} label="MTBF" />}
        {wide && <Kpi value={spanOf(data.mttrS)} label="MTTR" />}
      </KpiRow>
      {room > 0 && data.next.length === 0 && <p className="panel-note">{t('maintenance.none')}</p>}
      {room > 0 && data.next.length > 0 && (
        <ul className="plain-list">
          {data.next.slice(0, room).map(({ machine, names: words, dueDate, overdue }) => (
            <li key={`${machine} ${dueDate} ${words.zh}`} style={{ height: row }}>
              <b>{machine}</b>
              <span className="is-fluid">{names(words)}</span>
              <span className={overdue ? 'is-bad' : 'is-soft'}>
                {overdue ? `▲ ${t('maintenance.overdueMark')} ` : ''}
                {dueDate.slice(5)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
