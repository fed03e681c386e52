import { Kpi } from '../charts/kpi.tsx'
import { Ring } from '../charts/ring.tsx'
import { Spark } from '../charts/spark.tsx'
import { percent } from '../figures.ts'
import { useSpeech } from '../labels.ts'
import type { PanelProps } from './panel.types.ts'

/** OEE of the current working day and its three factors, and the share of time with known state. */
export function OeePanel({ data, width, height, zoom, thresholds }: PanelProps<'oee'>) {
  const { t } = useSpeech()
  const target = data.target ?? thresholds.oeeTarget
  const ring = Math.min(height > 220 ? height * 0.48 : height - 26 * zoom, (width * 0.62) / 3 - 10)
  const tone = data.oee === null ? 'plain' : data.oee < target ? 'warn' : 'good'
  const parts = ['availability', 'performance', 'quality'] as const
  const rest = height - Math.max(ring + 26 * zoom, 90 * zoom)
  return (
    <div className="panel-rows">
      <div className="oee">
        <Kpi
          large
          value={percent(data.oee, 1)}
          tone={tone}
          label={t('oee.target', { value: percent(target) })}
        >
          <span className="kpi-label">{t('oee.coverage', { value: percent(data.coverage) })}</span>
        </Kpi>
        <div className="rings">
          {parts.map((part) => (
            <Ring key={part} size={ring} share={data[part]} label={t(`oee.${part}`)} />
          ))}
        </div>
      </div>
      {rest > 70 && (
        <div className="oee-more">
          {data.days.length > 1 && (
            <div>
              <p className="panel-note">{t('oee.days')}</p>
              <Spark
                width={width * 0.42}
                height={rest - 34 * zoom}
                values={data.days.map(({ oee }) => oee)}
                label={t('oee.days')}
              />
            </div>
          )}
          <ul className="line-bars">
            {data.lines.slice(0, Math.max(1, Math.floor((rest - 6) / (24 * zoom)))).map(({ line, oee }) => (
              <li key={line}>
                <span>{line}</span>
                <span className="mini-bar">
                  <i style={{ transform: `scaleX(${oee ?? 0})` }} />
                </span>
                <b>{percent(oee)}</b>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
