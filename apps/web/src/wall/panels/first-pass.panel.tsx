import { inspectionStages } from '@cloud-factory/domain/inspection/quality-enums'
import { Kpi, KpiRow, Nothing } from '../charts/kpi.tsx'
import { figure, percent } from '../figures.ts'
import { useSpeech, wordIn, type WallWord } from '../labels.ts'
import type { PanelProps } from './panel.types.ts'

/** First-pass rate by stage; welds by length; open items. */
export function FirstPassPanel({ data, height, zoom, thresholds }: PanelProps<'first_pass'>) {
  const { t } = useSpeech()
  const stage = useStageName()
  if (data.inspected === 0 && data.ncrsOpen === 0) return <Nothing>{t('quality.none')}</Nothing>
  const target = thresholds.firstPassTarget
  const room = Math.floor((height - 66 * zoom) / (25 * zoom))
  const tone = data.yield === null ? 'plain' : data.yield < target ? 'warn' : 'good'
  return (
    <div className="panel-rows">
      <KpiRow alone={data.steps.length === 0} height={height} zoom={zoom}>
        <Kpi
          large
          value={percent(data.yield, 1)}
          tone={tone}
          label={t('quality.inspected', { count: figure(data.inspected) })}
        />
        <Kpi value={percent(data.weldReject, 1)} label={t('quality.weldReject')} />
        <Kpi
          value={String(data.ncrsOpen)}
          tone={data.ncrsOverdue > 0 ? 'bad' : 'plain'}
          {...(data.ncrsOverdue > 0 ? { unit: `▲ ${data.ncrsOverdue} ${t('quality.ncrsOverdue')}` } : {})}
          label={t('quality.ncrsOpen')}
        />
      </KpiRow>
      {room > 0 && data.steps.length > 0 && (
        <ul className="line-bars">
          {data.steps.slice(0, room).map((step) => (
            <li key={step.stage}>
              <span>{stage(step.stage)}</span>
              <span className="mini-bar has-goal" style={{ '--goal': target } as React.CSSProperties}>
                <i style={{ transform: `scaleX(${step.yield ?? 0})` }} />
              </span>
              <b>{percent(step.yield, 1)}</b>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const stages = new Set<string>(inspectionStages)

/** Name of a stage; a stage of a later version is shown by its code. */
function useStageName(): (stage: string) => string {
  const { language } = useSpeech()
  return (stage) => (stages.has(stage) ? wordIn(language, `stage.${stage}` as WallWord) : stage)
}
