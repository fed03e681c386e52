import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { type Answer, api, type Sent } from '../../shared/api.ts'
import { Segmented } from '../../shared/ui/segmented.tsx'
import type { TFunction } from 'i18next'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { useInstant } from '../../shared/format/dates.ts'
import { QueryState } from '../../shared/ui/problem-alert.tsx'
import { ScrollRegion } from '../../shared/ui/scroll-region.tsx'
import { useStateName } from '../../shared/machine-states/machine-state.tsx'
import { durationOf } from '../machine-states/duration.ts'
import { type Scope, spanOf, type KeyedBar, kinds, type ParetoKind, ofKind } from './figures.rules.ts'
import { useState } from 'react'
import { ParetoChart } from '../../shared/chart/charts.tsx'
import type { Column } from '../../shared/list/column.ts'
import { RowTable } from '../../shared/list/row-table.tsx'
import { count } from '../../shared/format/numbers.ts'
import { useNames } from '../../shared/i18n/use-names.ts'
import { StatusTag } from '../../shared/ui/status-tag.tsx'

const stopsQuery = (query: Sent<'GET /api/equipment/stops'>['query']) =>
  queryOptions({
    queryKey: ['states', 'stops', query],
    queryFn: ({ signal }) => api('GET /api/equipment/stops', { query, signal }),
    placeholderData: keepPreviousData,
  })

const stopListQuery = (query: Sent<'GET /api/equipment/stop-list'>['query']) =>
  queryOptions({
    queryKey: ['states', 'stop-list', query],
    queryFn: ({ signal }) => api('GET /api/equipment/stop-list', { query, signal }),
  })

interface Props {
  readonly scope: Scope
  readonly bar: KeyedBar
  readonly title: string
}

/** The stops that a bar is made of, longest first. */
function StopsOf({ scope, bar: { reasonId, state }, title }: Props) {
  const { t } = useTranslation('oee')
  const stateName = useStateName()
  const instant = useInstant()
  const which = reasonId !== null ? { reasonId } : state !== null ? { state } : {}
  const query = useQuery(stopListQuery({ ...spanOf(scope), ...which }))
  const { data } = query
  return (
    <section className="stops-of" aria-label={title}>
      <h2>{title}</h2>
      <QueryState query={query} />
      {data !== undefined && (
        <>
          <RowTable<Stop> label={title} columns={stopColumns(t, stateName, instant)} rows={data.items} />
          {data.total > data.items.length && (
            <p className="page-note">{t('moreStops', { count: data.total - data.items.length })}</p>
          )}
        </>
      )}
    </section>
  )
}

type Stop = Answer<'GET /api/equipment/stop-list'>['items'][number]

const stopColumns = (
  t: TFunction<'oee'>,
  stateName: ReturnType<typeof useStateName>,
  instant: ReturnType<typeof useInstant>,
): readonly Column<Stop>[] => [
  {
    key: 'machine',
    title: t('by.machine'),
    width: 180,
    render: ({ machine }) => (
      <Link to={`/equipment/detail/${machine.id}?part=states`}>
        {machine.code} {machine.name}
      </Link>
    ),
  },
  {
    key: 'from',
    title: t('machine-states:field.from'),
    width: 110,
    render: ({ from }) => instant(from, '{m}-{d} {h}:{i}'),
  },
  { key: 'state', title: t('common:field.state'), width: 110, render: ({ state }) => stateName(state) },
  {
    key: 'duration',
    title: t('machine-states:field.duration'),
    width: 100,
    align: 'right',
    render: ({ seconds }) => durationOf(seconds),
  },
  {
    key: 'note',
    title: t('common:field.note'),
    width: 180,
    render: ({ note, reasonedBy }) => [note, reasonedBy].filter((word) => word !== '').join(' · '),
  },
]

const charted = 12

/** Causes of stops, longest first; a row opens its stops. */
export function ParetoPart({ scope }: { readonly scope: Scope }) {
  const { t } = useTranslation('oee')
  const query = useQuery(stopsQuery(spanOf(scope)))
  const [kind, setKind] = useState<ParetoKind>('all')
  const [opened, setOpened] = useState<string | null>(null)
  const { data } = query
  const bars = data === undefined ? [] : ofKind(data.bars, kind)
  const total = bars.reduce((sum, { seconds }) => sum + seconds, 0)
  const titleOf = useBarTitle()
  return (
    <div className={query.isPlaceholderData ? 'is-old' : ''} aria-busy={query.isFetching}>
      <div className="pareto-bar">
        <Segmented
          label={t('kind.label')}
          value={kind}
          options={kinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
          onChange={setKind}
        />
        <span role="status">{data !== undefined && t('stood', { time: durationOf(total) })}</span>
      </div>
      <QueryState query={query} rows={8} />
      {data !== undefined && bars.length === 0 && <p className="list-empty">{t('noStops')}</p>}
      {bars.length > 0 && (
        <>
          <ScrollRegion label={t('pareto')} width={560}>
            <ParetoChart
              label={t('pareto')}
              bars={bars.slice(0, charted).map((bar) => ({
                key: bar.key,
                name: titleOf(bar),
                value: bar.seconds / 3600,
                cumulative: bar.cumulative,
              }))}
              written={(hours) => `${Math.round(hours * 10) / 10} h`}
            />
          </ScrollRegion>
          <ParetoTable bars={bars} opened={opened} onOpen={setOpened} />
          {bars
            .filter(({ key }) => key === opened)
            .map((bar) => (
              <StopsOf key={bar.key} scope={scope} bar={bar} title={titleOf(bar)} />
            ))}
        </>
      )}
    </div>
  )
}

/** Name of the reason; for unexplained stops, the machine state. */
function useBarTitle() {
  const { t } = useTranslation('oee')
  const stateName = useStateName()
  const nameOf = useNames()
  return (bar: KeyedBar) =>
    bar.names === null ? t('unexplained', { state: stateName(bar.state ?? 'idle') }) : nameOf(bar.names)
}

interface TableProps {
  readonly bars: readonly KeyedBar[]
  /** Key of the bar whose stops are shown. */
  readonly opened: string | null
  readonly onOpen: (key: string | null) => void
}

function ParetoTable({ bars, opened, onOpen }: TableProps) {
  const { t } = useTranslation('oee')
  const titleOf = useBarTitle()
  const columns: readonly Column<KeyedBar & { readonly id: string }>[] = [
    {
      key: 'reason',
      title: t('common:field.reason'),
      width: 240,
      render: (bar) => (
        <button
          type="button"
          className="link-button"
          aria-expanded={opened === bar.key}
          onClick={() => onOpen(opened === bar.key ? null : bar.key)}
        >
          {titleOf(bar)}
        </button>
      ),
    },
    {
      key: 'kind',
      title: t('kind.label'),
      width: 110,
      card: 'state',
      render: ({ kind }) =>
        kind !== null && (
          <StatusTag tone={kind === 'planned' ? 'active' : 'neutral'} text={t(`kind.${kind}`)} />
        ),
    },
    {
      key: 'duration',
      title: t('machine-states:field.duration'),
      width: 100,
      align: 'right',
      render: ({ seconds }) => durationOf(seconds),
    },
    { key: 'stops', title: t('stops'), width: 80, align: 'right', render: ({ stops }) => count(stops) },
    {
      key: 'cumulative',
      title: t('cumulative'),
      width: 90,
      align: 'right',
      render: ({ cumulative }) => `${Math.round(cumulative * 100)} %`,
    },
  ]
  const rows = bars.map((bar) => ({ ...bar, id: bar.key }))
  return <RowTable label={t('part.stops')} columns={columns} rows={rows} />
}
