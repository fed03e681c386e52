import type { NdtLine, NdtRequest } from '@cloud-factory/contract/ndt'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { api } from '../../../shared/api.ts'
import { ActionDialog } from '../../../shared/form/action-dialog.tsx'
import { useInstant } from '../../../shared/format/dates.ts'
import { absent, count } from '../../../shared/format/numbers.ts'
import type { Column } from '../../../shared/list/column.ts'
import { DataTable } from '../../../shared/list/data-table.tsx'
import { useListState } from '../../../shared/list/use-list-state.ts'
import { useTabTitle } from '../../../shared/tabs/tab-hooks.ts'
import { PageHeader } from '../../../shared/ui/page-header.tsx'
import { ProblemAlert } from '../../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../../shared/ui/reason-button.tsx'
import { RecordPaper } from '../documents/record-paper.tsx'
import { oneQuery, useQualityChanged } from '../registers/quality.queries.ts'
import { RequestStatusTag } from './request-words.tsx'
import { ResultForm } from './result-form.tsx'
import { VerdictTag, WeldStateTag } from './weld-words.tsx'
import '../registers/quality.css'
import { useNarrow } from '../registers/use-narrow.ts'

/** Widths of the columns in Chinese, px. */
const inChinese = {
  no: 75,
  serial: 130,
  state: 125,
  verdict: 80,
  joint: 82,
  class: 58,
  lengthMm: 106,
  demandMm: 106,
  testableFrom: 153,
  tester: 85,
}

/** One request: its welds, when each may be tested, and their results. */
export function NdtRequestPage() {
  const { t } = useTranslation('welds')
  const { id = '' } = useParams()
  const { data: request, error, refetch } = useQuery(oneQuery('GET /api/ndt/requests/:id', id))
  useTabTitle(request?.no)
  if (request !== undefined) return <RequestShown key={id} request={request} />
  return (
    <div className="page">
      {error === null ? (
        <Skeleton active />
      ) : (
        <>
          <ProblemAlert error={error} onRetry={() => void refetch()} />
          <Link to="/quality/ndt?part=requests">{t('toRequests')}</Link>
        </>
      )}
    </div>
  )
}

function RequestShown({ request }: { readonly request: NdtRequest }) {
  const { t } = useTranslation('welds')
  const changed = useQualityChanged()
  const [cancelling, setCancelling] = useState(false)
  const { id, version, method, level, standard, order, note } = request
  return (
    <div className="page is-filling">
      <PageHeader
        title={
          <>
            {request.no} <RequestStatusTag status={request.status} />
          </>
        }
        note={[order.no, `${t(`method.${method}`)} ${level}`, standard, note]
          .filter((word) => word !== '')
          .join(' · ')}
      >
        <RecordPaper kind="ndt" id={id} />
        <ReasonButton may={request.can.cancel} onClick={() => setCancelling(true)}>
          {t('deed.cancel')}
        </ReasonButton>
      </PageHeader>
      <Lines request={request} />
      {cancelling && (
        <ActionDialog
          title={t('cancelTitle', { no: request.no })}
          deed={t('deed.cancel')}
          keep={t('cancelKeep')}
          danger
          reason="required"
          mostWords={300}
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
  const { t } = useTranslation('welds')
  const instant = useInstant()
  const list = useListState('GET /api/ndt/requests/:id/welds', noFilters)
  const query = useQuery({
    queryKey: ['quality', 'ndt', 'lines', request.id, list.query],
    queryFn: ({ signal }) =>
      api('GET /api/ndt/requests/:id/welds', { params: { id: request.id }, query: list.query, signal }),
    placeholderData: keepPreviousData,
  })
  const [entering, setEntering] = useState<NdtLine | null>(null)
  const columns = useMemo<readonly Column<NdtLine>[]>(
    () => [
      { key: 'no', title: t('field.no'), width: 80, pinned: true, render: ({ no }) => no },
      { key: 'serial', title: t('field.piece'), width: 130, sort: 'serial', render: ({ serial }) => serial },
      {
        key: 'state',
        title: t('field.state'),
        width: 115,
        render: ({ state }) => <WeldStateTag state={state} />,
      },
      {
        key: 'verdict',
        title: t('field.result'),
        width: 100,
        render: ({ result }) => (result === null ? absent : <VerdictTag verdict={result.verdict} />),
      },
      { key: 'joint', title: t('field.joint'), width: 85, render: ({ joint }) => t(`joint.${joint}`) },
      { key: 'class', title: t('field.class'), width: 65, align: 'right', render: (row) => row.class },
      {
        key: 'lengthMm',
        title: t('field.lengthMm'),
        width: 122,
        align: 'right',
        render: ({ lengthMm }) => count(lengthMm),
      },
      {
        key: 'demandMm',
        title: t('field.demandMm'),
        width: 122,
        align: 'right',
        render: ({ demandMm }) => count(demandMm),
      },
      {
        key: 'testableFrom',
        title: t('field.testableFrom'),
        width: 155,
        render: ({ testableFrom }) => instant(testableFrom, '{y}-{m}-{d} {h}:{i}'),
      },
      {
        key: 'tester',
        title: t('field.tester'),
        width: 120,
        render: ({ result }) => result?.tester ?? absent,
      },
    ],
    [t, instant],
  )
  const shown = useNarrow(columns, inChinese)
  return (
    <>
      <DataTable<NdtLine>
        name="ndt-lines"
        label={t('request.welds')}
        list={list}
        query={query}
        columns={shown}
        searchHint={t('searchWelds')}
        onOpen={(row) => row.can.enter === true && setEntering(row)}
        empty={<span>{t('request.noWelds')}</span>}
        rowActions={{
          width: 120,
          render: (row) => (
            <ReasonButton type="link" size="small" may={row.can.enter} onClick={() => setEntering(row)}>
              {t('deed.enter')}
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
