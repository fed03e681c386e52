import { machineStates } from '@cloud-factory/domain/machines/equipment-enums'
import type { MachineTimeline } from '@cloud-factory/contract/machine-states/machine-states'
import { useTranslation } from 'react-i18next'
import { useInstant } from '../../shared/format/dates.ts'
import { useStateName } from '../../shared/machine-states/machine-state.tsx'

interface Props {
  readonly timeline: MachineTimeline
  readonly hours: number
}

/** A band of states; the table below has the same data as text. */
export function Timeline({ timeline: { now, intervals, outages }, hours }: Props) {
  const { t } = useTranslation('machine-states')
  const stateName = useStateName()
  const instant = useInstant()
  const end = Date.parse(now)
  const from = end - hours * 3_600_000
  const place = (at: number) => ((Math.min(Math.max(at, from), end) - from) / (end - from)) * 100
  const ticks = Array.from({ length: 7 }, (_, index) => from + ((end - from) * index) / 6)
  return (
    <figure className="timeline">
      <div className="timeline-band" role="img" aria-label={t('timelineLabel', { count: intervals.length })}>
        {intervals.map(({ id, state, from: begun, to }) => {
          const left = place(Date.parse(begun))
          const width = place(to === null ? end : Date.parse(to)) - left
          return (
            <span
              key={id}
              className={`timeline-piece is-${state}`}
              style={{ insetInlineStart: `${left}%`, inlineSize: `${width}%` }}
              title={`${stateName(state)} ${instant(begun, '{m}-{d} {h}:{i}')} – ${to === null ? t('common:plan.now') : instant(to, '{h}:{i}')}`}
            />
          )
        })}
        {outages.map(({ from: begun, to, kind }) => {
          const left = place(Date.parse(begun))
          const width = place(to === null ? end : Date.parse(to)) - left
          return (
            <span
              key={begun}
              className="timeline-outage"
              style={{ insetInlineStart: `${left}%`, inlineSize: `${width}%` }}
              title={`${t('outages.title')}: ${t(`outages.kinds.${kind}`)}`}
            />
          )
        })}
      </div>
      <div className="timeline-ticks" aria-hidden="true">
        {ticks.map((tick) => (
          <span key={tick}>{instant(tick, hours > 24 ? '{m}-{d}' : '{h}:{i}')}</span>
        ))}
      </div>
      <ul className="timeline-legend">
        {machineStates.map((state) => (
          <li key={state}>
            <i className={`is-${state}`} aria-hidden="true" /> {stateName(state)}
          </li>
        ))}
        <li>
          <i className="is-outage" aria-hidden="true" /> {t('outages.title')}
        </li>
      </ul>
    </figure>
  )
}
