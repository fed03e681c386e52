import type { NcrRow } from '@cloud-factory/contract/ncr/ncrs'
import type { TFunction } from 'i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { absent, count, kilograms, thousands, tonnes } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { NcrStatusTag, SeverityTag } from './ncr-labels.tsx'
import './ncr.css'
import { PlusOutlined } from '@ant-design/icons'
import { ncrCauses, ncrDispositions, ncrSeverities, ncrStatuses } from '@cloud-factory/domain/ncr/ncr-enums'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useInstant } from '../../shared/format/dates.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { SelectFilter } from '../../shared/list/select-filter.tsx'
import { useListQuery } from '../../shared/list/use-list-query.ts'
import { type List, useListState } from '../../shared/list/use-list-state.ts'
import { useSettings } from '../../shared/settings.ts'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { ncrsQuery, ageingQuery } from './ncr.queries.ts'
import { RaiseForm } from './raise-form.tsx'

interface ColumnContext {
  readonly t: TFunction<'ncr'>
  readonly instant: (at: string | null, pattern?: string) => string
  readonly language: 'zh' | 'en' | 'es'
}

export const ncrColumns = (context: ColumnContext): readonly Column<NcrRow>[] => [
  ...reportColumns(context),
  ...extentColumns(context),
  ...followUpColumns(context),
]

/** Number, subject and due date of a report. */
const reportColumns = ({ t, language }: ColumnContext): readonly Column<NcrRow>[] => [
  {
    key: 'no',
    title: t('field.no'),
    width: { zh: 142, other: 140 },
    pinned: true,
    sort: 'no',
    render: ({ id, no }) => <Link to={`/quality/ncr/${id}`}>{no}</Link>,
  },
  {
    key: 'status',
    title: t('field.status'),
    width: { zh: 90, other: 120 },
    render: ({ status }) => <NcrStatusTag status={status} />,
  },
  {
    key: 'severity',
    title: t('field.severity'),
    width: { zh: 85, other: 100 },
    render: ({ severity }) => <SeverityTag severity={severity} />,
  },
  {
    key: 'defect',
    title: t('field.defect'),
    width: { zh: 200, other: 227 },
    render: ({ defect }) => `${defect.code} ${defect.names[language]}`,
  },
  {
    key: 'order',
    title: t('field.order'),
    width: 138,
    render: ({ order }) =>
      order === null ? absent : <Link to={`/order/detail/${order.id}`}>{order.no}</Link>,
  },
  { key: 'mark', title: t('field.mark'), width: { zh: 95, other: 90 }, render: ({ mark }) => mark ?? absent },
  {
    key: 'dueOn',
    title: t('field.dueOn'),
    width: { zh: 155, other: 170 },
    sort: 'dueOn',
    render: ({ dueOn, overdue }) =>
      overdue ? <span className="is-late">{t('overdueOn', { day: dueOn })}</span> : (dueOn ?? absent),
  },
]

/** Finding, quantity and disposition. */
const extentColumns = ({ t }: ColumnContext): readonly Column<NcrRow>[] => [
  {
    key: 'description',
    title: t('field.description'),
    width: { zh: 222, other: 210 },
    spare: true,
    render: ({ description }) => description,
  },
  {
    key: 'pieces',
    title: t('short.pieces'),
    tip: t('common:pieces'),
    width: { zh: 60, other: 80 },
    align: 'right',
    render: ({ pieces }) => count(pieces),
  },
  {
    key: 'kg',
    title: t('field.kg'),
    width: { zh: 100, other: 120 },
    spare: true,
    align: 'right',
    sort: 'kg',
    render: ({ kg }) => kilograms(kg),
  },
  {
    key: 'disposition',
    title: t('field.disposition'),
    width: { zh: 82, other: 116 },
    spare: true,
    render: ({ disposition }) => (disposition === null ? absent : t(`disposition.${disposition}`)),
  },
  {
    key: 'crew',
    title: t('common:field.crew'),
    tip: t('field.crew'),
    width: { zh: 90, other: 110 },
    spare: true,
    render: ({ crew }) => crew?.name ?? absent,
  },
]

/** Since when it is open, who raised it, its cause and its cost. */
const followUpColumns = ({ t, instant }: ColumnContext): readonly Column<NcrRow>[] => [
  {
    key: 'daysOpen',
    title: t('field.daysOpen'),
    width: { zh: 100, other: 125 },
    spare: true,
    align: 'right',
    render: ({ daysOpen }) => count(daysOpen),
  },
  {
    key: 'raisedAt',
    title: t('field.raisedAt'),
    width: 155,
    spare: true,
    sort: 'raisedAt',
    render: ({ raisedAt }) => instant(raisedAt, '{y}-{m}-{d} {h}:{i}'),
  },
  {
    key: 'raisedBy',
    title: t('field.raisedBy'),
    width: { zh: 80, other: 115 },
    spare: true,
    render: ({ raisedBy }) => raisedBy,
  },
  {
    key: 'cause',
    title: t('field.cause'),
    width: 110,
    extra: true,
    render: ({ cause }) => (cause === null ? absent : t(`cause.${cause}`)),
  },
  {
    key: 'cost',
    title: t('field.cost'),
    width: 110,
    align: 'right',
    extra: true,
    render: ({ cost }) => (cost === null ? absent : thousands(cost.toFixed(2))),
  },
]

const filterNames = [
  'status',
  'severity',
  'disposition',
  'cause',
  'age',
  'overdue',
  'projectId',
  'orderId',
  'pieceId',
  'defectId',
  'crewId',
  'inspectionId',
] as const

/** Non-conformances: how long they have been open, which they are. `?raise=` opens the form for pieces. */
export function NcrsPage() {
  const { t } = useTranslation('ncr')
  const instant = useInstant()
  const navigate = useNavigate()
  const [search, setSearch] = useSearchParams()
  const list = useListState('GET /api/ncrs', filterNames)
  const query = useListQuery(list, ncrsQuery)
  const language = useSettings((settings) => settings.language)
  const columns = useMemo(() => ncrColumns({ t, instant, language }), [t, instant, language])
  const raise = search.get('raise')
  const open = (pieces: string) => setSearch((now) => withRaise(now, pieces))
  const close = () => setSearch((now) => withRaise(now, null), { replace: true })
  return (
    <div className="page is-filling">
      <PageHeader title={t('shell:route.ncrList')}>
        <Link className="header-link" to="/quality/defects">
          {t('shell:route.defectList')}
        </Link>
        <ReasonButton
          type="primary"
          icon={<PlusOutlined />}
          allowed={query.data?.can.raise}
          onClick={() => open('')}
        >
          {t('raise')}
        </ReasonButton>
      </PageHeader>
      <NcrAgeing list={list} />
      <DataTable
        name="ncrs"
        label={t('list')}
        list={list}
        query={query}
        columns={columns}
        searchHint={t('search')}
        onOpen={({ id }) => void navigate(`/quality/ncr/${id}`)}
        empty={<p>{t('empty')}</p>}
        filters={<NcrFilters list={list} />}
      />
      {raise !== null && (
        <RaiseForm
          pieces={raise.split(',').filter((text) => text !== '')}
          names={(search.get('as') ?? '').split(',').filter((text) => text !== '')}
          inspectionId={search.get('inspection')}
          itemId={search.get('item')}
          onRaised={({ id }) => void navigate(`/quality/ncr/${id}`, { replace: true })}
          onClose={close}
        />
      )}
    </div>
  )
}

const closedLists = [
  ['status', ncrStatuses],
  ['severity', ncrSeverities],
  ['disposition', ncrDispositions],
  ['cause', ncrCauses],
] as const

function NcrFilters({ list }: { readonly list: List }) {
  const { t } = useTranslation('ncr')
  return closedLists.map(([name, words]) => (
    <SelectFilter
      key={name}
      list={list}
      name={name}
      many
      label={t(`field.${name}`)}
      options={words.map((value) => ({ value, label: t(`${name}.${value}` as 'status.open') }))}
    />
  ))
}

function withRaise(now: URLSearchParams, pieces: string | null): URLSearchParams {
  const next = new URLSearchParams(now)
  for (const name of ['raise', 'as', 'inspection', 'item']) next.delete(name)
  if (pieces !== null) next.set('raise', pieces)
  return next
}

/** Open reports by how long they have been open; a box filters the list, once more takes the filter away. */
function NcrAgeing({ list }: { readonly list: List }) {
  const { t } = useTranslation('ncr')
  const { data } = useQuery(ageingQuery)
  const chosen = list.state.filters['age']
  if (data === undefined) return <div className="ncr-ageing" aria-busy="true" />
  return (
    <ul className="ncr-ageing" aria-label={t('ageing')}>
      {data.items.map((bucket) => (
        <li key={bucket.id}>
          <button
            type="button"
            aria-pressed={chosen === bucket.id}
            onClick={() => list.filter({ age: chosen === bucket.id ? undefined : bucket.id })}
          >
            <span className="ncr-age-word">{t(`age.${bucket.id}`)}</span>
            <strong>{count(bucket.reports)}</strong>
            <span className="ncr-age-more">
              {t('agePieces', { count: bucket.pieces, tonnes: tonnes(bucket.kg) })}
            </span>
            {bucket.critical + bucket.overdue > 0 && (
              <span className="ncr-age-bad">
                {t('ageBad', { critical: bucket.critical, overdue: bucket.overdue })}
              </span>
            )}
          </button>
        </li>
      ))}
    </ul>
  )
}
