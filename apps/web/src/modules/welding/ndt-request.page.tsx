import type { NdtLine, NdtRequest } from '@cloud-factory/contract/welding/ndt'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link, useParams } from 'react-router'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useInstant } from '../../shared/format/dates.ts'
import { absent, count } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { useListQuery } from '../../shared/list/use-list-query.ts'
import { useListState } from '../../shared/list/use-list-state.ts'
import { RecordHead } from '../../shared/ui/record-head.tsx'
import { RecordPage } from '../../shared/ui/record-page.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { RecordDocument } from '../quality-documents/record-document.tsx'
import { oneQuery, useQualityChanged } from '../quality-records/quality.queries.ts'
import { RequestStatusTag } from './requests-table.tsx'
import { ResultForm } from './result-form.tsx'
import { VerdictTag, WeldStateTag } from './weld-labels.tsx'
import { requestActions } from './welding-actions.rules.ts'
import { jointColumns } from './welds.columns.tsx'
import '../quality-records/quality.css'

/** One request: its welds, when each may be tested, and their results. */
export function NdtRequestPage() {
  const { t } = useTranslation('welding')
  const { id = '' } = useParams()
  const query = useQuery(oneQuery('GET /api/ndt/requests/:id', id))
  return (
    <RecordPage
      query={query}
      title={({ no }) => no}
      list={{ to: '/quality/ndt?part=requests', text: t('toRequests') }}
    >
      {(request) => <RequestShown key={id} request={request} />}
    </RecordPage>
  )
}

const takesAway: ReadonlySet<'cancel'> = new Set(['cancel'])

function RequestShown({ request }: { readonly request: NdtRequest }) {
  const { t } = useTranslation('welding')
  const changed = useQualityChanged()
  const [cancelling, setCancelling] = useState(false)
  const { id, version, method, level, standard, order, note } = request
  return (
    <div className="page is-filling">
      <RecordHead
        no={request.no}
        state={<RequestStatusTag status={request.status} />}
        about={
          <>
            <Link to={`/order/detail/${order.id}`}>{order.no}</Link> ·{' '}
            {[`${t(`method.${method}`)} ${level}`, standard, note].filter(Boolean).join(' · ')}
          </>
        }
        actions={requestActions(request)}
        wordOf={(action) => t(`action.${action}`)}
        danger={takesAway}
        onAct={() => setCancelling(true)}
        figures={[
          [t('short.doneOf'), `${count(request.done)} / ${count(request.welds)}`],
          [t('field.failed'), count(request.failed)],
        ]}
      >
        <RecordDocument kind="ndt" id={id} />
      </RecordHead>
      <Lines request={request} />
      {cancelling && (
        <ActionDialog
          title={t('cancelTitle', { no: request.no })}
          action={t('action.cancel')}
          keep={t('cancelKeep')}
          danger
          reason="required"
          maxWords={300}
          act={(reason) =>
            api('POST /api/ndt/requests/:id/cancel', {
              params: { id },
              body: { version, reason: reason ?? '' },
            })
          }
          onDone={() => {
            setCancelling(false)
            void changed()
          }}
          onClose={() => setCancelling(false)}
        >
          {t('cancelText')}
        </ActionDialog>
      )}
    </div>
  )
}

const noFilters = [] as const

function Lines({ request }: { readonly request: NdtRequest }) {
  const { t } = useTranslation('welding')
  const instant = useInstant()
  const list = useListState('GET /api/ndt/requests/:id/welds', noFilters)
  const query = useListQuery(list, (query) => ({
    queryKey: ['quality', 'ndt', 'lines', request.id, query],
    queryFn: ({ signal }) =>
      api('GET /api/ndt/requests/:id/welds', { params: { id: request.id }, query, signal }),
    placeholderData: keepPreviousData,
  }))
  const [entering, setEntering] = useState<NdtLine | null>(null)
  const columns = useMemo(() => lineColumns({ t, instant }), [t, instant])
  return (
    <>
      <DataTable<NdtLine>
        name="ndt-lines"
        label={t('request.welds')}
        list={list}
        query={query}
        columns={columns}
        searchHint={t('searchWelds')}
        onOpen={(row) => row.can.enter === true && setEntering(row)}
        empty={<span>{t('request.noWelds')}</span>}
        rowActions={{
          width: 120,
          render: (row) => (
            <ReasonButton type="link" size="small" allowed={row.can.enter} onClick={() => setEntering(row)}>
              {t('action.enter')}
            </ReasonButton>
          ),
        }}
      />
      {entering !== null && (
        <ResultForm request={request} line={entering} onClose={() => setEntering(null)} />
      )}
    </>
  )
}

interface ColumnContext {
  readonly t: TFunction<'welding'>
  readonly instant: ReturnType<typeof useInstant>
}

const lineColumns = ({ t, instant }: ColumnContext): readonly Column<NdtLine>[] => [
  { key: 'no', title: t('field.no'), width: { zh: 75, other: 82 }, pinned: true, render: ({ no }) => no },
  { key: 'serial', title: t('field.piece'), width: 130, sort: 'serial', render: ({ serial }) => serial },
  {
    key: 'state',
    title: t('field.state'),
    width: { zh: 120, other: 116 },
    render: ({ state }) => <WeldStateTag state={state} />,
  },
  {
    key: 'verdict',
    title: t('field.result'),
    width: { zh: 80, other: 106 },
    render: ({ result }) => (result === null ? absent : <VerdictTag verdict={result.verdict} />),
  },
  ...jointColumns(t),
  {
    key: 'demand',
    title: t('short.demand'),
    tip: t('field.demand'),
    width: { zh: 150, other: 168 },
    align: 'right',
    render: ({ demandMm, lengthMm }) => `${count(demandMm)} / ${count(lengthMm)}`,
  },
  {
    key: 'testableFrom',
    title: t('field.testableFrom'),
    width: { zh: 153, other: 157 },
    render: ({ testableFrom }) => instant(testableFrom, '{y}-{m}-{d} {h}:{i}'),
  },
  {
    key: 'tester',
    title: t('field.tester'),
    width: { zh: 85, other: 100 },
    spare: true,
    render: ({ result }) => result?.tester ?? absent,
  },
]
