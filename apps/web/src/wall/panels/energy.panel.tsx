import { Columns } from '../charts/columns.tsx'
import { Kpi, KpiRow } from '../charts/kpi.tsx'
import { MachineCode } from '../charts/machine-code.tsx'
import { commonStart } from '../codes.rules.ts'
import { figure } from '../figures.ts'
import { useSpeech } from '../labels.ts'
import type { PanelProps } from './panel.types.ts'

/** Current power, energy of the day and per tonne, energy by hour, and the largest consumers. */
export function EnergyPanel({ data, width, height, zoom }: PanelProps<'energy'>) {
  const { t, time } = useSpeech()
  const rest = height - 59 * zoom - 4
  const withTop = width > 400 * zoom && rest > 70 && data.top.length > 0
  const columns = data.byHour.map(({ at, kwh }) => ({ key: at, label: time(at, '{h}'), value: kwh }))
  const start = commonStart(data.top.map(({ code }) => code))
  const most = Math.max(1, ...data.top.map(({ kwh }) => kwh))
  return (
    <div className="panel-rows">
      <KpiRow alone={data.byHour.length === 0} height={height} zoom={zoom}>
        <Kpi large value={figure(data.powerKw)} unit={t('unit.kw')} label={t('cutting.power')} />
        <Kpi value={figure(data.todayKwh)} unit={t('unit.kwh')} label={t('energy.today')} />
        <Kpi value={figure(data.kwhPerTonne, 1)} unit={t('unit.kwhPerT')} label={t('energy.perTonne')} />
      </KpiRow>
      {width > 400 && (
        <p className="panel-caption">
          {t('energy.byHour')} ({t('unit.kwh')})
        </p>
      )}
      <div className="side-by-side">
        <Columns
          width={withTop ? width * 0.5 : width}
          height={rest}
          columns={columns}
          zoom={zoom}
          title={t('energy.byHour')}
        />
        {withTop && (
          <ul className="line-bars" aria-label={t('energy.top')}>
            {data.top.slice(0, Math.floor(rest / (25 * zoom))).map(({ code, kwh }) => (
              <li key={code}>
                <span className="machine-cell">
                  <MachineCode code={code.slice(start.length)} />
                </span>
                <span className="mini-bar">
                  <i style={{ transform: `scaleX(${kwh / most})` }} />
                </span>
                <b>{figure(kwh)}</b>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}
