import { Kpi, KpiRow } from '../charts/kpi.tsx'
import { figure, tonnesOf } from '../figures.ts'
import { useSpeech } from '../labels.ts'
import type { PanelProps } from './panel.types.ts'

/** The cutting cell: how many machines cut, and what they made today. */
export function CuttingPanel({ data, height, zoom }: PanelProps<'cutting'>) {
  const { t } = useSpeech()
  const room = Math.max(0, Math.floor((height - 62 * zoom) / (24 * zoom)))
  return (
    <div className="panel-rows">
      <KpiRow alone={data.output.length === 0} height={height} zoom={zoom}>
        <Kpi
          large
          value={`${data.running}/${data.machines}`}
          label={t('cutting.running')}
          tone={data.running > 0 ? 'good' : 'plain'}
        />
        <Kpi value={tonnesOf(data.doneTodayKg)} unit={t('unit.t')} label={t('cutting.today')} />
        <Kpi value={figure(data.powerKw)} unit={t('unit.kw')} label={t('cutting.power')} />
      </KpiRow>
      {room > 0 && data.output.length > 0 && (
        <ul className="line-bars">
          {data.output.slice(0, room).map(({ unit, value }) => (
            <li key={unit}>
              <span>{t('cutting.counted')}</span>
              <span className="mini-bar">
                <i
                  style={{
                    transform: `scaleX(${value / Math.max(1, ...data.output.map((one) => one.value))})`,
                  }}
                />
              </span>
              <b>
                {figure(value, value < 10 ? 1 : 0)} <small>{unit === 'pcs' ? t('unit.pieces') : unit}</small>
              </b>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
