import { Link, useNavigate, useSearchParams } from 'react-router'
import './ncr.css'
import { PlusOutlined } from '@ant-design/icons'
import {
  ncrCauses,
  ncrDispositions,
  ncrSeverities,
  ncrStatuses,
  openNcrStatuses,
} from '@cloud-factory/domain/ncr/ncr-enums'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { count, tonnes } from '../../shared/format/numbers.ts'
import { useInstant } from '../../shared/format/dates.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { SelectFilter } from '../../shared/list/select-filter.tsx'
import { useListQuery } from '../../shared/list/use-list-query.ts'
import { type List, useListState } from '../../shared/list/use-list-state.ts'
import { useSettings } from '../../shared/settings.ts'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { type AssigneeEdit, AssigneeFilter } from '../inbox/assignee-select.tsx'
import { AssigneeOverlay, AssigneeViews } from '../inbox/assignee.tsx'
import { ncrColumns } from './ncr.columns.tsx'
import { ncrsQuery, ageingQuery } from './ncr.queries.ts'
import { lazyDialog } from '../../shared/ui/lazy-dialog.tsx'

const RaiseForm = lazyDialog(async () => (await import('./raise-form.tsx')).RaiseForm)

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
  'assigneeId',
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
  const [edit, setEdit] = useState<AssigneeEdit | null>(null)
  const columns = useMemo(
    () => ncrColumns({ t, instant, language, onEdit: setEdit }),
    [t, instant, language, setEdit],
  )
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
      <NcrViews list={list} />
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
      <AssigneeOverlay kind="ncr" edit={edit} onClose={() => setEdit(null)} />
      {raise !== null && (
        <RaiseForm
          pieces={raise.split(',').filter((text) => text !== '')}
          names={(search.get('as') ?? '').split(',').filter((text) => text !== '')}
          inspectionId={search.get('inspection')}
          itemId={search.get('item')}
          description={search.get('text') ?? ''}
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
  return (
    <>
      {closedLists.map(([name, words]) => (
        <SelectFilter
          key={name}
          list={list}
          name={name}
          many
          label={t(`field.${name}`)}
          options={words.map((value) => ({ value, label: t(`${name}.${value}` as 'status.open') }))}
        />
      ))}
      <AssigneeFilter kind="ncr" list={list} />
    </>
  )
}

const useNcrTotal = (filters: object, enabled: boolean) =>
  useQuery({ ...ncrsQuery({ ...filters, pageSize: 1 }), enabled }).data?.total

/** Open reports of the person, and those that are not assigned. */
const NcrViews = ({ list }: { readonly list: List }) => (
  <AssigneeViews kind="ncr" list={list} status={openNcrStatuses.join(',')} useTotal={useNcrTotal} />
)

function withRaise(now: URLSearchParams, pieces: string | null): URLSearchParams {
  const next = new URLSearchParams(now)
  for (const name of ['raise', 'as', 'inspection', 'item', 'text']) next.delete(name)
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
