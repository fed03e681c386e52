import type { BoltLot, BoltNeed, BoltTest } from '@cloud-factory/contract/bolts/bolts'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link, useNavigate } from 'react-router'
import { api } from '../../shared/api.ts'
import { count } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { BulkBar } from '../../shared/list/bulk-bar.tsx'
import { DataTable } from '../../shared/list/data-table.tsx'
import { SelectFilter } from '../../shared/list/select-filter.tsx'
import { useListQuery } from '../../shared/list/use-list-query.ts'
import { useListState } from '../../shared/list/use-list-state.ts'
import { useSelection } from '../../shared/list/use-selection.ts'
import { useAllowed } from '../../shared/permission.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { lazyDialog } from '../../shared/ui/lazy-dialog.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { PageParts } from '../../shared/ui/part-tabs.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import { useReasonText } from '../../shared/ui/use-reason-text.ts'
import { lotColumns, needColumns, type T } from './bolt-labels.tsx'
import { lotsQuery, needsQuery, testsQuery, useBoltsChanged } from './bolts.queries.ts'

const ReceiveLotForm = lazyDialog(async () => (await import('./bolt-lot-forms.tsx')).ReceiveLotForm)
const BoltTestForm = lazyDialog(async () => (await import('./bolt-lot-forms.tsx')).BoltTestForm)

function NeedList() {
  const { t } = useTranslation('bolts')
  const list = useListState('GET /api/bolt-needs', ['short'] as const)
  const query = useListQuery(list, needsQuery)
  const columns = useMemo(() => needColumns(t), [t])
  const { page: _, ...filter } = list.query
  const selection = useSelection<BoltNeed>(JSON.stringify(filter), ({ designation }) => designation)
  const [isRequesting, ask] = useState(false)
  const chosen = [...selection.picked.values()]
  return (
    <>
      <DataTable
        name="bolt-needs"
        label={t('part.needs')}
        list={list}
        query={query}
        columns={columns}
        searchHint={t('searchItem')}
        empty={<p>{t('empty.needs')}</p>}
        selection={selection}
        selected={
          chosen.length > 0 && (
            <BulkBar count={chosen.length} onClear={selection.clear}>
              <ReasonButton type="primary" allowed={query.data?.can.request} onClick={() => ask(true)}>
                {t('action.request')}
              </ReasonButton>
            </BulkBar>
          )
        }
        filters={
          <SelectFilter
            list={list}
            name="short"
            label={t('field.short')}
            options={[{ value: 'true', label: t('onlyShort') }]}
          />
        }
      />
      {isRequesting && (
        <RequestDialog
          needs={chosen}
          onDone={() => {
            ask(false)
            selection.clear()
          }}
          onClose={() => ask(false)}
        />
      )}
    </>
  )
}

interface RequestProps {
  readonly needs: readonly BoltNeed[]
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Asks before what is short is requested, then opens the requisition. */
function RequestDialog({ needs, onDone, onClose }: RequestProps) {
  const { t } = useTranslation('bolts')
  const navigate = useNavigate()
  const changed = useBoltsChanged()
  return (
    <ActionDialog
      title={t('action.request')}
      action={t('action.request')}
      act={async (_reason, idempotencyKey) => {
        const itemIds = needs.map(({ itemId }) => itemId)
        const { id } = await api('POST /api/bolt-requests', { body: { itemIds }, idempotencyKey })
        void navigate(`/warehouse/purchase/${id}`)
      }}
      changed={changed}
      onDone={onDone}
      onClose={onClose}
    >
      <ul>
        {needs.map(({ id, designation, short }) => (
          <li key={id}>{`${count(short)} × ${designation}`}</li>
        ))}
      </ul>
    </ActionDialog>
  )
}

function LotList() {
  const { t } = useTranslation('bolts')
  const list = useListState('GET /api/bolt-lots', ['free'] as const)
  const query = useListQuery(list, lotsQuery)
  const columns = useMemo(() => lotColumns(t), [t])
  const [isReceiving, setReceiving] = useState(false)
  const [tested, setTested] = useState<BoltLot | null>(null)
  return (
    <>
      <DataTable
        name="bolt-lots"
        label={t('part.lots')}
        list={list}
        query={query}
        columns={columns}
        searchHint={t('searchLot')}
        empty={<p>{t('empty.lots')}</p>}
        filters={
          <SelectFilter
            list={list}
            name="free"
            label={t('common:field.stock')}
            options={[{ value: 'true', label: t('onlyFree') }]}
          />
        }
        actions={
          <ReasonButton type="primary" allowed={query.data?.can.receive} onClick={() => setReceiving(true)}>
            {t('action.receive')}
          </ReasonButton>
        }
        rowActions={{
          width: { zh: 110, other: 152 },
          render: (lot) => (
            <ReasonButton type="link" size="small" allowed={lot.can.test} onClick={() => setTested(lot)}>
              {t('action.test')}
            </ReasonButton>
          ),
        }}
      />
      {isReceiving && <ReceiveLotForm onClose={() => setReceiving(false)} />}
      {tested !== null && <BoltTestForm lot={tested} onClose={() => setTested(null)} />}
    </>
  )
}

/** Readings of a test, all with the digits of the longest, so that `0.13` does not look less exact. */
function readingsShown(readings: readonly number[]): string {
  const digits = Math.max(...readings.map((reading) => String(reading).split('.')[1]?.length ?? 0))
  return readings.map((reading) => reading.toFixed(digits)).join(' · ')
}

const testColumns = (t: T, reasonText: (reason: string) => string): readonly Column<BoltTest>[] => [
  {
    key: 'report',
    title: t('field.reportNo'),
    width: { zh: 130, other: 150 },
    pinned: true,
    sort: 'id',
    render: ({ reportNo }) => reportNo,
  },
  {
    key: 'kind',
    title: t('common:field.kind'),
    width: { zh: 120, other: 156 },
    render: ({ kind }) => t(`test.${kind}`),
  },
  {
    key: 'subject',
    title: t('field.subject'),
    width: 286,
    render: ({ lot, order, surface }) =>
      order === null ? (
        `${lot?.no ?? ''} · ${lot?.designation ?? ''}`
      ) : (
        <>
          <Link to={`/order/detail/${order.id}`}>{order.no}</Link> · {surface}
        </>
      ),
  },
  {
    key: 'result',
    title: t('common:field.result'),
    width: 140,
    render: ({ reason }) => (
      <StatusTag
        tone={reason === null ? 'good' : 'bad'}
        text={reason === null ? t('tested.passed') : reasonText(reason)}
      />
    ),
  },
  { key: 'mean', title: t('field.mean'), width: 80, align: 'right', render: ({ mean }) => mean },
  {
    key: 'deviation',
    title: t('field.deviation'),
    width: { zh: 90, other: 140 },
    align: 'right',
    render: ({ deviation }) => deviation,
  },
  { key: 'on', title: t('field.testedOn'), width: 115, spare: true, render: ({ testedOn }) => testedOn },
  { key: 'by', title: t('common:field.tester'), width: 90, spare: true, render: ({ testedBy }) => testedBy },
  {
    key: 'readings',
    title: t('common:field.readings'),
    width: 446,
    spare: true,
    render: ({ readings }) => readingsShown(readings),
  },
]

function TestList() {
  const { t } = useTranslation('bolts')
  const reasonText = useReasonText()
  const list = useListState('GET /api/bolt-tests', [] as const)
  const query = useListQuery(list, testsQuery)
  const columns = useMemo(() => testColumns(t, reasonText), [t, reasonText])
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <DataTable
        name="bolt-tests"
        label={t('part.tests')}
        list={list}
        query={query}
        columns={columns}
        searchHint={null}
        empty={<p>{t('empty.tests')}</p>}
        actions={
          <ReasonButton allowed={query.data?.can.add} onClick={() => setOpen(true)}>
            {t('action.slipTest')}
          </ReasonButton>
        }
      />
      {isOpen && <BoltTestForm lot={null} onClose={() => setOpen(false)} />}
    </>
  )
}

/** What orders need of bought parts, lots in stock, and tests of high-strength sets. */
export function BoltsPage() {
  const { t } = useTranslation('bolts')
  const seesTests = useAllowed({ permission: 'quality.view' })
  return (
    <div className="page is-filling">
      <PageHeader title={t('shell:route.bolts')} note={t('note')} />
      <PageParts
        label={t('shell:route.bolts')}
        titleOf={(part) => t(`part.${part}`)}
        parts={{
          needs: <NeedList />,
          lots: <LotList />,
          ...(seesTests ? { tests: <TestList /> } : {}),
        }}
      />
    </div>
  )
}
