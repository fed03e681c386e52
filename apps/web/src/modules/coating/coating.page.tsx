import { PlusOutlined } from '@ant-design/icons'
import type { CoatRow } from '@cloud-factory/contract/coating/coatings'
import { coatSpecs } from '@cloud-factory/domain/coating/coating-resources'
import { coatChecks, coatStatuses } from '@cloud-factory/domain/welding/weld-enums'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useNavigate } from 'react-router'
import { useInstant } from '../../shared/format/dates.ts'
import { absent, count, rangeShown } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { choices, SelectFilters } from '../../shared/list/select-filter.tsx'
import type { RowOf } from '../../shared/resource/resource-api.ts'
import type { ResourceColumn } from '../../shared/resource/resource-columns.tsx'
import { ResourceList } from '../../shared/resource/resource-list.tsx'
import { useListQuery } from '../../shared/list/use-list-query.ts'
import { useListState } from '../../shared/list/use-list-state.ts'
import { Allowed } from '../../shared/ui/allowed.tsx'
import { listQuery } from '../quality-records/quality.queries.ts'
import { lazyDialog } from '../../shared/ui/lazy-dialog.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { CoatStatusTag, FireText, LayersText } from './coat-labels.tsx'
import { PageParts } from '../../shared/ui/part-tabs.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import '../quality-records/quality.css'

const SpecForm = lazyDialog(async () => (await import('./spec-form.tsx')).SpecForm)
const CoatForm = lazyDialog(async () => (await import('./coat-form.tsx')).CoatForm)

const filterNames = ['status', 'check', 'orderId'] as const

/** Records of coats, the latest first. */
export function CoatsTable() {
  const { t } = useTranslation('coating')
  const navigate = useNavigate()
  const instant = useInstant()
  const list = useListState('GET /api/coats', filterNames)
  const query = useListQuery(list, (page) => listQuery('GET /api/coats', page))
  const [creating, setCreating] = useState(false)
  const columns = useMemo(() => coatColumns({ t, instant }), [t, instant])
  return (
    <>
      <DataTable<CoatRow>
        name="coats"
        label={t('part.records')}
        list={list}
        query={query}
        columns={columns}
        searchHint={t('search')}
        onOpen={({ id }) => void navigate(`/quality/coating/${id}`)}
        empty={<span>{t('empty')}</span>}
        actions={
          <Allowed permission="quality.inspect">
            <Button primary icon={<PlusOutlined />} onClick={() => setCreating(true)}>
              {t('action.create')}
            </Button>
          </Allowed>
        }
        filters={
          <SelectFilters
            list={list}
            filters={{
              status: [t('field.status'), choices(coatStatuses, (value) => t(`status.${value}`))],
              check: [t('field.check'), choices(coatChecks, (value) => t(`check.${value}`))],
            }}
          />
        }
      />
      {creating && <CoatForm onClose={() => setCreating(false)} />}
    </>
  )
}

interface ColumnContext {
  readonly t: TFunction<'coating'>
  readonly instant: ReturnType<typeof useInstant>
}

const coatColumns = (context: ColumnContext): readonly Column<CoatRow>[] => [
  ...checkColumns(context),
  ...applicationColumns(context),
]

/** The record, its order and the progress of its check. */
const checkColumns = ({ t }: ColumnContext): readonly Column<CoatRow>[] => [
  {
    key: 'no',
    title: t('field.no'),
    width: { zh: 142, other: 140 },
    pinned: true,
    sort: 'no',
    render: ({ no }) => no,
  },
  {
    key: 'status',
    title: t('field.status'),
    width: { zh: 87, other: 108 },
    render: ({ status }) => <CoatStatusTag status={status} />,
  },
  { key: 'order', title: t('field.order'), width: { zh: 136, other: 136 }, render: ({ order }) => order.no },
  {
    key: 'spec',
    title: t('short.spec'),
    tip: t('field.spec'),
    width: { zh: 75, other: 80 },
    render: ({ spec }) => spec.code,
  },
  {
    key: 'check',
    title: t('short.check'),
    tip: t('field.check'),
    width: { zh: 88, other: 118 },
    render: ({ check }) => t(`check.${check}`),
  },
  {
    key: 'measured',
    title: t('short.measured'),
    tip: t('field.measured'),
    width: { zh: 105, other: 105 },
    align: 'right',
    render: ({ measured, sample, pieces }) => `${count(measured)} / ${count(sample)} (${count(pieces)})`,
  },
]

/** When, in which climate and by whom the coat was applied. */
const applicationColumns = ({ t, instant }: ColumnContext): readonly Column<CoatRow>[] => [
  {
    key: 'appliedAt',
    title: t('field.appliedAt'),
    width: 155,
    render: ({ appliedAt }) => instant(appliedAt, '{y}-{m}-{d} {h}:{i}'),
  },
  {
    key: 'climate',
    title: t('field.climate'),
    width: { zh: 205, other: 206 },
    align: 'right',
    render: ({ airC, humidity, substrateC }) => `${airC} °C · ${humidity} % · ${substrateC} °C`,
  },
  {
    key: 'dewPoint',
    title: t('field.dewPoint'),
    width: { zh: 80, other: 140 },
    spare: true,
    align: 'right',
    render: (row) => `${row.dewPointC} °C`,
  },
  {
    key: 'createdAt',
    title: t('field.createdBy'),
    width: { zh: 90, other: 143 },
    spare: true,
    render: ({ createdBy }) => createdBy,
  },
]

type Spec = RowOf<typeof coatSpecs>

const specColumns: readonly ResourceColumn<Spec>[] = [
  'code',
  'name',
  { key: 'layers', render: ({ layers }) => <LayersText layers={layers} /> },
  { key: 'filmUm', width: 130, align: 'right', render: ({ minUm, maxUm }) => rangeShown(minUm, maxUm) },
  {
    key: 'allowanceUm',
    spare: true,
    render: ({ allowanceUm, rule }) => (rule === 'spot' ? `−${allowanceUm}` : absent),
  },
  { key: 'rule', spare: true },
  { key: 'fire', width: { zh: 120, other: 168 }, render: ({ fire }) => <FireText fire={fire} /> },
  'active',
]

/** Specifications of coats. */
function SpecList() {
  const { t } = useTranslation('coating')
  return <ResourceList resource={coatSpecs} label={t('part.specs')} columns={specColumns} form={SpecForm} />
}

const parts = {
  records: <CoatsTable />,
  specs: <SpecList />,
}

/** Coats of pieces: how thick they are, and in which climate they were applied. */
export function CoatingPage() {
  const { t } = useTranslation('coating')
  return (
    <div className="page is-filling">
      <PageHeader title={t('shell:route.coating')} note={t('note')} />
      <PageParts label={t('shell:route.coating')} titleOf={(part) => t(`part.${part}`)} parts={parts} />
    </div>
  )
}
