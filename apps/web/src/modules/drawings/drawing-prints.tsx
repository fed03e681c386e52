import type { DrawingPrint } from '@cloud-factory/contract/drawings/drawings'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { useInstant } from '../../shared/format/dates.ts'
import { useSubmit } from '../../shared/form/use-submit.ts'
import type { Column } from '../../shared/list/column.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { SelectFilter } from '../../shared/list/select-filter.tsx'
import { useListQuery } from '../../shared/list/use-list-query.ts'
import { useListState } from '../../shared/list/use-list-state.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import { useRevisionName } from './drawing-viewer.tsx'
import { drawingPrintsQuery, useDrawingsChanged } from './drawings.queries.ts'

const filterNames = ['open'] as const

/** Who printed or downloaded which revision, and which prints are to be taken back. */
export function DrawingPrints({ orderId }: { readonly orderId: string }) {
  const { t } = useTranslation('drawings')
  const instant = useInstant()
  const nameOf = useRevisionName()
  const list = useListState('GET /api/orders/:id/drawing-prints', filterNames)
  const query = useListQuery(list, (page) => drawingPrintsQuery(orderId, page))
  const changed = useDrawingsChanged(orderId)
  const { error, submit } = useSubmit()
  const columns = useMemo(() => printColumns(t, instant, nameOf), [t, instant, nameOf])
  const takeBack = ({ id }: DrawingPrint) =>
    submit(() => api('POST /api/drawing-prints/:id/take-back', { params: { id } })).finally(
      () => void changed(),
    )
  return (
    <>
      {error !== null && <ProblemAlert error={error} />}
      <DataTable
        name="drawing-prints"
        label={t('view.prints')}
        list={list}
        query={query}
        columns={columns}
        searchHint={null}
        empty={t('noPrints')}
        filters={
          <SelectFilter
            list={list}
            name="open"
            label={t('view.prints')}
            options={[{ value: 'true', label: t('printOpen') }]}
          />
        }
        rowActions={{
          width: 120,
          render: (row) => (
            <ReasonButton
              type="link"
              size="small"
              allowed={row.can.takeBack}
              onClick={() => void takeBack(row)}
            >
              {t('takeBack')}
            </ReasonButton>
          ),
        }}
      />
    </>
  )
}

const printColumns = (
  t: TFunction<'drawings'>,
  instant: (at: string) => string,
  nameOf: ReturnType<typeof useRevisionName>,
): readonly Column<DrawingPrint>[] => [
  {
    key: 'drawing',
    title: t('field.drawingNo'),
    width: 200,
    pinned: true,
    render: (print) => `${print.drawingNo} · ${nameOf(print)}`,
  },
  { key: 'by', title: t('field.by'), width: 130, render: ({ by }) => by },
  { key: 'at', title: t('common:field.at'), width: 170, sort: 'at', render: ({ at }) => instant(at) },
  { key: 'way', title: t('common:field.kind'), width: 110, render: ({ way }) => t(`way.${way}`) },
  {
    key: 'status',
    title: t('common:field.status'),
    width: 190,
    render: ({ status, returned }) => {
      if (returned !== null) return t('takenBack', { by: returned.by })
      return status === 'superseded' ? <StatusTag tone="bad" text={t('printOpen')} /> : t(`status.${status}`)
    },
  },
]
