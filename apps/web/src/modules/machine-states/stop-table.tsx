import type { MachineInterval, MachineTimeline } from '@cloud-factory/contract/machine-states/machine-states'
import { useQuery } from '@tanstack/react-query'
import { Empty } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useInstant } from '../../shared/format/dates.ts'
import { absent } from '../../shared/format/numbers.ts'
import { useNames } from '../../shared/i18n/use-names.ts'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { ScrollRegion } from '../../shared/ui/scroll-region.tsx'
import { useStateName } from '../../shared/machine-states/machine-state.tsx'
import { durationOf } from './duration.ts'
import { ProposalLine } from './proposal-line.tsx'
import { reasonsQuery } from './states.queries.ts'

interface Props {
  readonly timeline: MachineTimeline
  readonly onReason: (interval: MachineInterval) => void
  readonly onSplit: (interval: MachineInterval) => void
  readonly onJoin: (interval: MachineInterval) => void
  /** Takes over the proposed reason. */
  readonly onAccept: (interval: MachineInterval) => void
}

/** So many stops are shown, the latest first. */
const shown = 30

/** Stops of the machine with their reasons; stops that need a reason are marked. */
export function StopTable({ timeline: { now, intervals }, ...actions }: Props) {
  const { t } = useTranslation('machine-states')
  const nameOf = useNames()
  const { data: reasons } = useQuery(reasonsQuery)
  const stops = intervals.filter(({ state }) => state !== 'running' && state !== 'offline').toReversed()
  const nameOfReason = (id: string | null) => {
    const reason = reasons?.items.find((one) => one.id === id)
    return reason === undefined ? absent : nameOf(reason.names)
  }
  if (stops.length === 0) return <Empty description={t('noStops')} />
  return (
    <ScrollRegion label={t('stops')} width={320}>
      <table className="stop-table is-stacked" aria-label={t('stops')}>
        <thead>
          <tr>
            <th scope="col">{t('field.from')}</th>
            <th scope="col">{t('field.state')}</th>
            <th scope="col" className="is-number">
              {t('field.duration')}
            </th>
            <th scope="col">{t('field.reason')}</th>
            <th scope="col">{t('field.actions')}</th>
          </tr>
        </thead>
        <tbody>
          {stops.slice(0, shown).map((stop) => (
            <StopRow key={stop.id} stop={stop} now={now} reason={nameOfReason(stop.reasonId)} {...actions} />
          ))}
        </tbody>
      </table>
      {stops.length > shown && <p className="page-note">{t('moreStops', { count: stops.length - shown })}</p>}
    </ScrollRegion>
  )
}

interface ActionsProps extends Omit<Props, 'timeline'> {
  readonly stop: MachineInterval
}

interface RowProps extends ActionsProps {
  readonly now: string
  /** Name of the reason that was given. */
  readonly reason: string
}

function StopRow({ stop, now, reason, ...actions }: RowProps) {
  const { t } = useTranslation('machine-states')
  const stateName = useStateName()
  const instant = useInstant()
  return (
    <tr className={stop.asksReason ? 'is-asking' : ''}>
      <td>{instant(stop.from, '{m}-{d} {h}:{i}')}</td>
      <td>{stateName(stop.state)}</td>
      <td className="is-number">{durationOf((Date.parse(stop.to ?? now) - Date.parse(stop.from)) / 1000)}</td>
      <td>
        {stop.asksReason ? <b>{t('asksReason')}</b> : reason}{' '}
        {stop.proposal !== null && <ProposalLine proposal={stop.proposal} />}
        {stop.note !== '' && ` · ${stop.note}`}
        {stop.reasonedBy !== '' && <small> {stop.reasonedBy}</small>}
      </td>
      <td>
        <StopActions stop={stop} {...actions} />
      </td>
    </tr>
  )
}

function StopActions({ stop, onReason, onSplit, onJoin, onAccept }: ActionsProps) {
  const { t } = useTranslation('machine-states')
  return (
    <span className="row-actions">
      {stop.proposal !== null && (
        <ReasonButton type="link" size="small" allowed={stop.can.reason} onClick={() => onAccept(stop)}>
          {t('action.accept')}
        </ReasonButton>
      )}
      <ReasonButton type="link" size="small" allowed={stop.can.reason} onClick={() => onReason(stop)}>
        {t('action.reason')}
      </ReasonButton>
      <ReasonButton type="link" size="small" allowed={stop.can.split} onClick={() => onSplit(stop)}>
        {t('action.split')}
      </ReasonButton>
      {stop.can.join === true && (
        <ReasonButton type="link" size="small" allowed={stop.can.join} onClick={() => onJoin(stop)}>
          {t('action.join')}
        </ReasonButton>
      )}
    </span>
  )
}
