import { Kpi, KpiRow, MoreRows, Nothing } from '../charts/charts.tsx'
import { useSpeech } from '../labels.ts'
import { spanOf } from '../figures.ts'
import { fittingRows } from '../frame/frame.rules.ts'
import { useNow } from '../link/clock.ts'
import { headHeight, rowHeight } from '../frame/type.rules.ts'
import type { PanelProps } from '../screen.types.ts'
import type { PaintCell } from '@cloud-factory/domain/wall/wall-panels'

/** First-pass rate by stage; welds by length; open items. */
export function FirstPassPanel({ data, height, zoom, thresholds }: PanelProps<'first_pass'>) {
  const { t, wordOf, figure, percent } = useSpeech()
  if (data.inspected === 0 && data.ncrsOpen === 0) return <Nothing>{t('quality.none')}</Nothing>
  const target = thresholds.firstPassTarget
  const room = Math.floor((height - headHeight * zoom) / (rowHeight * zoom))
  const tone = data.yield === null ? 'plain' : data.yield < target ? 'warn' : 'plain'
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
              <span>{wordOf('stage', step.stage)}</span>
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

/** First-pass yield of the month, and of each crew. */
export function CrewYieldPanel({ data, height, zoom, thresholds }: PanelProps<'crew_yield'>) {
  const { t, names, figure, percent } = useSpeech()
  if (data.inspected === 0) return <Nothing>{t('quality.none')}</Nothing>
  const target = thresholds.firstPassTarget
  const isBelow = (share: number | null) => share !== null && share < target
  const room = Math.floor((height - headHeight * zoom) / (rowHeight * zoom))
  const { shown, rest } = fittingRows(data.crews, room)
  return (
    <div className="panel-rows">
      <KpiRow alone={false} height={height} zoom={zoom}>
        <Kpi
          large
          value={percent(data.yield, 1)}
          tone={isBelow(data.yield) ? 'warn' : 'plain'}
          label={t('quality.inspected', { count: figure(data.inspected) })}
        />
        <Kpi value={percent(target)} label={t('quality.target')} />
      </KpiRow>
      {room > 0 && (
        <ul className="line-bars">
          {shown.map((crew) => (
            <li key={crew.names?.zh ?? ''}>
              <span>{crew.names === null ? t('quality.noCrew') : names(crew.names)}</span>
              <span className="mini-bar has-goal" style={{ '--goal': target } as React.CSSProperties}>
                <i style={{ transform: `scaleX(${crew.yield ?? 0})` }} />
              </span>
              <b className={isBelow(crew.yield) ? 'is-warn' : ''}>{percent(crew.yield, 1)}</b>
            </li>
          ))}
          <MoreRows count={rest} />
        </ul>
      )}
    </div>
  )
}

/** The best welders of the week, and the share of all welds. The others are not named. */
export function BestWeldersPanel({ data, height, zoom }: PanelProps<'best_welders'>) {
  const { t, figure, percent, monthDay } = useSpeech()
  if (data.best.length === 0) return <Nothing>{t('welders.none')}</Nothing>
  const room = Math.floor((height - headHeight * zoom) / (rowHeight * zoom))
  return (
    <div className="panel-rows">
      <KpiRow alone={room < 1} height={height} zoom={zoom}>
        <Kpi
          large
          value={percent(data.accepted / data.tested, 1)}
          label={t('welders.all', { count: figure(data.tested) })}
        />
        <Kpi value={`${monthDay(data.from)} – ${monthDay(data.to)}`} label={t('welders.week')} />
      </KpiRow>
      {room > 0 && (
        <ul className="line-bars">
          {data.best.slice(0, room).map((welder, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- masked names may be the same
            <li key={at}>
              <span>★ {welder.name}</span>
              <span className="mini-bar">
                <i style={{ transform: `scaleX(${welder.yield})` }} />
              </span>
              <b>
                {percent(welder.yield, 1)}
                <small className="is-soft"> · {t('welders.welds', { count: figure(welder.tested) })}</small>
              </b>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Decisions that wait for somebody, by kind, with the age of the oldest. */
export function ApprovalsPanel({ data, height, zoom }: PanelProps<'approvals'>) {
  const { t, figure } = useSpeech()
  const now = useNow(60)
  const rows = data.rows.filter(({ count }) => count > 0)
  if (rows.length === 0) return <Nothing>{t('approvals.none')}</Nothing>
  const room = Math.floor((height - headHeight * zoom) / (rowHeight * zoom))
  const { shown, rest } = fittingRows(rows, room)
  const most = Math.max(...rows.map(({ count }) => count))
  const age = (since: number) =>
    now - since < dayMs ? spanOf((now - since) / 1000) : `${figure((now - since) / dayMs)} ${t('unit.days')}`
  return (
    <div className="panel-rows">
      <KpiRow alone={room < 1} height={height} zoom={zoom}>
        <Kpi large value={figure(data.total)} label={t('approvals.total')} />
      </KpiRow>
      {room > 0 && (
        <ul className="line-bars">
          {shown.map(({ kind, count, since }) => (
            <li key={kind}>
              <span>{t(`decision.${kind}`)}</span>
              <span className="mini-bar">
                <i style={{ transform: `scaleX(${count / most})` }} />
              </span>
              <b>
                {figure(count)}
                {since !== null && <small className="is-soft"> · {age(since)}</small>}
              </b>
            </li>
          ))}
          <MoreRows count={rest} />
        </ul>
      )}
    </div>
  )
}

const dayMs = 86_400_000

const signs: Readonly<Record<PaintCell['verdict'], string>> = {
  paint: 'M-9 1L-3 7L9 -6',
  stop: 'M-7 -7L7 7M7 -7L-7 7',
  unknown: 'M-8 0H8',
}

/**
 * Painting permitted or not: the surface must be at least 3 K above the dew point (ISO 8502-4, 5;
 * threshold of the screen).
 */
export function PaintPanel({ data, width, height, zoom, thresholds }: PanelProps<'paint'>) {
  const { t, figure, tonnesOf } = useSpeech()
  const { verdict, marginK, dftUm } = data
  const tall = height > 290 * zoom
  const lamp = Math.min(height * (tall ? 0.42 : 0.86), width * 0.24)
  return (
    <div className="panel-rows">
      <div className="paint">
        <div className={`lamp is-${verdict}`} data-verdict={verdict}>
          <svg className="chart" width={lamp} height={lamp} viewBox="-20 -20 40 40" aria-hidden="true">
            <circle className="halo" r={19} />
            <circle className="glass" r={15} />
            <path d={signs[verdict]} />
          </svg>
        </div>
        <div className="paint-words">
          <b className={`verdict is-${verdict}`}>{t(`paint.${verdict}`)}</b>
          <span>
            {t('paint.margin')} <b>{figure(marginK, 1)} K</b>{' '}
            <small className="is-soft">≥ {figure(thresholds.dewMarginK, 1)} K</small>
          </span>
          {!tall && (
            <span className="is-soft">
              {t('paint.air')} {figure(data.airC, 1)}°C · {t('paint.humidity')} {figure(data.humidity)}%
            </span>
          )}
        </div>
      </div>
      {tall && (
        <div className="kpi-grid">
          <Kpi value={figure(data.airC, 1)} unit="°C" label={t('paint.air')} />
          <Kpi value={figure(data.humidity)} unit="%" label={t('paint.humidity')} />
          <Kpi value={figure(data.surfaceC, 1)} unit="°C" label={t('paint.surface')} />
          <Kpi value={figure(data.dewPointC, 1)} unit="°C" label={t('paint.dew')} />
          <Kpi
            value={figure(dftUm?.mean)}
            unit={dftUm === null ? 'µm' : `µm ≥ ${figure(dftUm.asked)}`}
            tone={dftUm === null ? 'plain' : dftUm.mean < dftUm.asked ? 'warn' : 'plain'}
            label={t('paint.dft')}
          />
          <Kpi value={tonnesOf(data.doneTodayKg)} unit={t('unit.t')} label={t('paint.today')} />
        </div>
      )}
      {tall && height > 400 * zoom && data.blasters.length > 0 && (
        <p className="panel-note is-spread">
          <span>{t('paint.blaster')}</span>
          {data.blasters.slice(0, 4).map(({ code, currentA }) => (
            <span key={code}>
              {code} <b>{figure(currentA)} A</b>
            </span>
          ))}
        </p>
      )}
    </div>
  )
}
