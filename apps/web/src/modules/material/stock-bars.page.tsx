import { stockBarStatuses } from '@cloud-factory/domain/material/material-enums'
import type { StockBarRow } from '@cloud-factory/contract/material/stock-bars'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link, useNavigate } from 'react-router'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { absent, kilograms, thousands } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { choices, SelectFilter, SelectFilters } from '../../shared/list/select-filter.tsx'
import { useListQuery } from '../../shared/list/use-list-query.ts'
import { type List, useListState } from '../../shared/list/use-list-state.ts'
import { Button } from '../../shared/ui/button.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { useQualityChanged } from '../quality-records/quality.queries.ts'
import { LotStatusTag } from './material-labels.tsx'
import { gradesQuery, stockBarsQuery } from './material.queries.ts'

type T = ReturnType<typeof useTranslation<'material'>>['t']

const barColumns = (t: T): readonly Column<StockBarRow>[] => [
  {
    key: 'no',
    title: t('field.bar'),
    width: { zh: 116, other: 90 },
    pinned: true,
    sort: 'id',
    render: ({ id }) => `B${id}`,
  },
  {
    key: 'status',
    title: t('field.status'),
    width: { zh: 90, other: 110 },
    render: ({ status }) => t(`barStatus.${status}`),
  },
  { key: 'profile', title: t('field.profile'), width: 150, render: ({ profile }) => profile },
  { key: 'grade', title: t('field.grade'), width: 80, render: ({ grade }) => grade },
  {
    key: 'length',
    title: t('field.lengthMm'),
    width: { zh: 152, other: 170 },
    align: 'right',
    sort: 'lengthMm',
    render: ({ lengthMm }) => thousands(lengthMm),
  },
  {
    key: 'kg',
    title: t('common:field.kg'),
    width: { zh: 96, other: 112 },
    align: 'right',
    render: ({ kg }) => kilograms(kg),
  },
  {
    key: 'heat',
    title: t('field.heat'),
    width: 130,
    render: ({ heat }) => <Link to={`/quality/trace?heat=${heat.id}`}>{heat.no}</Link>,
  },
  {
    key: 'lot',
    title: t('field.standing'),
    width: { zh: 90, other: 145 },
    spare: true,
    render: ({ lot }) => <LotStatusTag status={lot.status} />,
  },
  {
    key: 'parent',
    title: t('field.parentBar'),
    width: 90,
    spare: true,
    render: ({ parentId }) => (parentId === null ? absent : `B${parentId}`),
  },
  { key: 'location', title: t('field.location'), width: 100, render: ({ location }) => location || absent },
]

function ScrapDialog({ bar, onClose }: { readonly bar: StockBarRow; readonly onClose: () => void }) {
  const { t } = useTranslation('material')
  const changed = useQualityChanged()
  return (
    <ActionDialog
      title={t('scrapBar', { bar: `B${bar.id}` })}
      action={t('action.scrapBar')}
      danger
      reason="required"
      act={(reason, idempotencyKey) =>
        api('POST /api/stock-bars/:id/scrap', {
          params: { id: bar.id },
          body: { version: bar.version, reason: reason ?? '' },
          idempotencyKey,
        })
      }
      changed={changed}
      onDone={onClose}
      onClose={onClose}
    >
      <p>
        {bar.profile} · {bar.grade} · {thousands(bar.lengthMm)} mm · {bar.heat.no}
      </p>
    </ActionDialog>
  )
}

const lengths = [1000, 3000, 6000, 9000, 12_000]

function BarFilters({ list }: { readonly list: List }) {
  const { t } = useTranslation('material')
  const grades = useQuery(gradesQuery()).data?.items ?? []
  return (
    <>
      <SelectFilters
        list={list}
        filters={{
          status: [t('field.status'), choices(stockBarStatuses, (value) => t(`barStatus.${value}`))],
        }}
      />
      <SelectFilter
        list={list}
        name="gradeId"
        label={t('field.grade')}
        options={grades.map(({ id, code, edition }) => ({ value: id, label: `${code} (${edition})` }))}
      />
      <SelectFilter
        list={list}
        name="minLengthMm"
        label={t('field.lengthMm')}
        options={lengths.map((mm) => ({ value: String(mm), label: `≥ ${thousands(mm)}` }))}
      />
      <SelectFilter
        list={list}
        name="remnant"
        label={t('remnants')}
        options={[{ value: 'true', label: t('onlyRemnants') }]}
      />
    </>
  )
}

/** The filters of the list, for the page that prints their labels. */
const labelsOf = ({ state: { q, filters } }: List): string =>
  new URLSearchParams({ ...filters, q }).toString()

/** Bars in stock, remnants included. */
export function StockBarsPage() {
  const { t } = useTranslation('material')
  const list = useListState('GET /api/stock-bars', [
    'status',
    'gradeId',
    'remnant',
    'minLengthMm',
    'lotId',
  ] as const)
  const query = useListQuery(list, stockBarsQuery)
  const columns = useMemo(() => barColumns(t), [t])
  const [bar, setBar] = useState<StockBarRow | null>(null)
  const navigate = useNavigate()
  return (
    <div className="page is-filling">
      <PageHeader title={t('shell:route.stockBars')} note={t('barsNote')} />
      <DataTable
        name="stock-bars"
        label={t('shell:route.stockBars')}
        list={list}
        query={query}
        columns={columns}
        searchHint={t('search.stock')}
        empty={<p>{t('empty.bars')}</p>}
        filters={<BarFilters list={list} />}
        actions={
          <Button onClick={() => void navigate(`/warehouse/bar-labels?${labelsOf(list)}`)}>
            {t('shell:route.barLabels')}
          </Button>
        }
        rowActions={{
          width: { zh: 80, other: 100 },
          render: (row) => (
            <ReasonButton type="link" size="small" danger allowed={row.can.scrap} onClick={() => setBar(row)}>
              {t('action.scrapBar')}
            </ReasonButton>
          ),
        }}
      />
      {bar !== null && <ScrapDialog bar={bar} onClose={() => setBar(null)} />}
    </div>
  )
}
