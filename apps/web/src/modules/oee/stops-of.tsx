import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useInstant } from '../../shared/format/dates.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ScrollRegion } from '../../shared/ui/scroll-region.tsx'
import { useStateName } from '../../shared/machine-states/machine-state.tsx'
import { durationOf } from '../machine-states/duration.ts'
import { stopListQuery } from './figures.queries.ts'
import { type Scope, spanOf } from './figures-scope.rules.ts'
import type { KeyedBar } from './pareto.rules.ts'

interface Props {
  readonly scope: Scope
  readonly bar: KeyedBar
  readonly title: string
}

/** The stops that a bar is made of, longest first. */
export function StopsOf({ scope, bar: { reasonId, state }, title }: Props) {
  const { t } = useTranslation('oee')
  const stateName = useStateName()
  const instant = useInstant()
  const which = reasonId !== null ? { reasonId } : state !== null ? { state } : {}
  const { data, error, refetch } = useQuery(stopListQuery({ ...spanOf(scope), ...which }))
  return (
    <section className="stops-of" aria-label={title}>
      <h2>{title}</h2>
      {error !== null && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {error === null && data === undefined && <Skeleton active />}
      {data !== undefined && (
        <ScrollRegion label={title} width={620}>
          <table className="figure-table" aria-label={title}>
            <thead>
              <tr>
                <th scope="col">{t('by.machine')}</th>
                <th scope="col">{t('machine-states:field.from')}</th>
                <th scope="col">{t('common:field.state')}</th>
                <th scope="col" className="is-number">
                  {t('machine-states:field.duration')}
                </th>
                <th scope="col">{t('machine-states:field.note')}</th>
              </tr>
            </thead>
            <tbody>
              {data.items.map((stop) => (
                <tr key={stop.id}>
                  <th scope="row">
                    <Link to={`/equipment/detail/${stop.machine.id}?part=states`}>
                      {stop.machine.code} {stop.machine.name}
                    </Link>
                  </th>
                  <td>{instant(stop.from, '{m}-{d} {h}:{i}')}</td>
                  <td>{stateName(stop.state)}</td>
                  <td className="is-number">{durationOf(stop.seconds)}</td>
                  <td>{[stop.note, stop.reasonedBy].filter((word) => word !== '').join(' · ')}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {data.total > data.items.length && (
            <p className="page-note">{t('moreStops', { count: data.total - data.items.length })}</p>
          )}
        </ScrollRegion>
      )}
    </section>
  )
}
