import type { OrderPart, PartReport } from '@cloud-factory/contract/parts/parts'
import { partStates } from '@cloud-factory/domain/parts/part-enums'
import type { TFunction } from 'i18next'
import { type ComponentProps, type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useInstant } from '../../shared/format/dates.ts'
import { absent, count, millimetres } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { textWidth } from '../../shared/list/columns.rules.ts'
import { BulkBar } from '../../shared/list/bulk-bar.tsx'
import { DataTable } from '../../shared/list/data-table.tsx'
import { choices, SelectFilters } from '../../shared/list/select-filter.tsx'
import { useListQuery } from '../../shared/list/use-list-query.ts'
import { type List, useListState } from '../../shared/list/use-list-state.ts'
import { useSelection } from '../../shared/list/use-selection.ts'
import { lazyDialog } from '../../shared/ui/lazy-dialog.tsx'
import { PartTabs } from '../../shared/ui/part-tabs.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import { orderPartsQuery, partReportsQuery, usePartsChanged } from './parts.queries.ts'

const PartReportForm = lazyDialog(async () => (await import('./part-report-form.tsx')).PartReportForm)

const views = ['parts', 'reports'] as const
type T = TFunction<'parts'>

/** Parts of an order from the nest to fit-up, and the reports on them. */
export function OrderParts({ orderId }: { readonly orderId: string }) {
  const { t } = useTranslation('parts')
  const [view, setView] = useState<(typeof views)[number]>('parts')
  const titles = { parts: t('orders:part.parts'), reports: t('reports') }
  const content: Readonly<Record<typeof view, ReactNode>> = {
    parts: <PartList orderId={orderId} />,
    reports: <PartReports orderId={orderId} />,
  }
  return (
    <PartTabs
      label={t('orders:part.parts')}
      parts={views.map((key) => ({ key, title: titles[key] }))}
      shown={view}
      onShow={setView}
    >
      {content[view]}
    </PartTabs>
  )
}

const partName = ({ mark, partMark }: OrderPart) => `${mark} ${partMark}`
const filterNames = ['state'] as const

function PartList({ orderId }: { readonly orderId: string }) {
  const { t } = useTranslation('parts')
  const list = useListState('GET /api/orders/:id/parts', filterNames)
  const query = useListQuery(list, (page) => orderPartsQuery(orderId, page))
  const columns = useMemo(() => partColumns(t), [t])
  const { page: _, ...filter } = list.query
  const selection = useSelection<OrderPart>(JSON.stringify(filter), partName)
  const [reported, setReported] = useState<readonly OrderPart[]>([])
  const chosen = [...selection.picked.values()]
  const reportButton = (
    parts: readonly OrderPart[],
    allowed: true | string | undefined,
    look: Pick<ComponentProps<typeof ReasonButton>, 'type' | 'size'>,
  ) => (
    <ReasonButton {...look} allowed={allowed} onClick={() => setReported(parts)}>
      {t('common:action.report')}
    </ReasonButton>
  )
  const close = () => setReported([])
  return (
    <>
      <DataTable
        name="order-parts"
        label={t('orders:part.parts')}
        list={list}
        query={query}
        columns={columns}
        searchHint={t('search')}
        empty={t('none')}
        selection={selection}
        selected={
          chosen.length > 0 && (
            <BulkBar count={chosen.length} onClear={selection.clear}>
              {reportButton(chosen, query.data?.can.report, { type: 'primary' })}
            </BulkBar>
          )
        }
        filters={<StateFilter list={list} />}
        rowActions={{
          width: { zh: 90, other: 100 },
          render: (row) => reportButton([row], row.can.report, { type: 'link', size: 'small' }),
        }}
      />
      {reported.length > 0 && (
        <PartReportForm
          orderId={orderId}
          parts={reported}
          onSaved={() => {
            selection.clear()
            close()
          }}
          onClose={close}
        />
      )}
    </>
  )
}

function StateFilter({ list }: { readonly list: List }) {
  const { t } = useTranslation('parts')
  const options = choices(partStates, (state) => stateName(t, state))
  return <SelectFilters list={list} filters={{ state: [t('common:field.state'), options] }} />
}

const stateName = (t: T, state: (typeof partStates)[number]): string =>
  state === 'missing' || state === 'nested' || state === 'cut'
    ? t(`nesting:field.${state}`)
    : t(`field.${state}`)

type CountKey = 'needed' | 'scrapped' | (typeof partStates)[number]

const partColumns = (t: T): readonly Column<OrderPart>[] => {
  const number = (key: CountKey, title: string): Column<OrderPart> => ({
    key,
    title,
    width: Math.max(72, textWidth(title) - 4),
    align: 'right',
    render: (row) => count(row[key]),
  })
  return [
    {
      key: 'mark',
      title: t('common:marks.mark'),
      width: 86,
      pinned: true,
      sort: 'mark',
      render: ({ mark }) => mark,
    },
    {
      key: 'part',
      title: t('nesting:field.part'),
      width: 104,
      render: ({ partMark }) => partMark,
    },
    {
      key: 'profile',
      title: t('common:marks.profile'),
      width: 158,
      render: ({ profile }) => profile || absent,
    },
    number('needed', t('nesting:field.needed')),
    number('missing', t('nesting:field.missing')),
    number('nested', t('nesting:field.nested')),
    number('cut', t('nesting:field.cut')),
    number('processed', t('field.processed')),
    { ...number('kitted', t('field.kitted')), spare: true },
    { ...number('built', t('field.built')), spare: true },
    {
      key: 'grade',
      title: t('common:marks.grade'),
      width: 80,
      spare: true,
      render: ({ grade }) => grade || absent,
    },
    {
      key: 'length',
      title: t('common:field.lengthMm'),
      width: { zh: 124, other: 142 },
      align: 'right',
      spare: true,
      render: ({ lengthMm }) => millimetres(lengthMm),
    },
    { ...number('scrapped', t('common:piece.scrapped')), spare: true },
  ]
}

const noFilters = [] as const

function PartReports({ orderId }: { readonly orderId: string }) {
  const { t } = useTranslation('parts')
  const instant = useInstant()
  const list = useListState('GET /api/orders/:id/part-reports', noFilters)
  const query = useListQuery(list, (page) => partReportsQuery(orderId, page))
  const columns = useMemo(() => reportColumns(t, instant), [t, instant])
  const [undone, setUndone] = useState<PartReport | null>(null)
  const changed = usePartsChanged()
  return (
    <>
      <DataTable
        name="part-reports"
        label={t('reports')}
        list={list}
        query={query}
        columns={columns}
        searchHint={t('search')}
        empty={t('noReports')}
        rowActions={{
          width: { zh: 90, other: 112 },
          render: (row) => (
            <ReasonButton type="link" size="small" allowed={row.can.undo} onClick={() => setUndone(row)}>
              {t('common:undo')}
            </ReasonButton>
          ),
        }}
      />
      {undone !== null && (
        <ActionDialog
          title={t('undoTitle')}
          action={t('common:undo')}
          reason="required"
          act={(reason, idempotencyKey) =>
            api('POST /api/part-reports/:id/undo', {
              params: { id: undone.id },
              body: { reason: reason ?? '' },
              idempotencyKey,
            })
          }
          changed={changed}
          onDone={() => setUndone(null)}
          onClose={() => setUndone(null)}
        >
          {`${undone.mark} ${undone.partMark} × ${undone.quantity}`}
        </ActionDialog>
      )}
    </>
  )
}

const minute = '{y}-{m}-{d} {h}:{i}'

const reportColumns = (t: T, instant: ReturnType<typeof useInstant>): readonly Column<PartReport>[] => [
  {
    key: 'at',
    title: t('field.reported'),
    width: { zh: 204, other: 214 },
    pinned: true,
    sort: 'reportedAt',
    render: ({ reportedAt, reportedBy }) => `${instant(reportedAt, minute)} ${reportedBy}`,
  },
  { key: 'mark', title: t('common:marks.mark'), width: 100, render: ({ mark }) => mark },
  { key: 'part', title: t('nesting:field.part'), width: 110, render: ({ partMark }) => partMark },
  {
    key: 'kind',
    title: t('common:field.kind'),
    width: 190,
    render: ({ kind, undone }) => (
      <>
        {t(`kind.${kind}`)}{' '}
        {undone !== null && <StatusTag tone="neutral" text={t('problem:reason.work.undone')} />}
      </>
    ),
  },
  {
    key: 'quantity',
    title: t('common:field.quantity'),
    width: 94,
    align: 'right',
    render: ({ quantity }) => count(quantity),
  },
  { key: 'heat', title: t('nesting:field.heat'), width: 130, render: ({ heat }) => heat ?? absent },
  {
    key: 'reason',
    title: t('common:field.reason'),
    width: 110,
    render: ({ reason, undone }) => undone?.reason ?? reason ?? absent,
  },
]
