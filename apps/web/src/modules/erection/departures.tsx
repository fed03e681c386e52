import type { Departure } from '@cloud-factory/contract/erection/erection'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useNavigate } from 'react-router'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { count } from '../../shared/format/numbers.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { SelectFilter } from '../../shared/list/select-filter.tsx'
import { useListQuery } from '../../shared/list/use-list-query.ts'
import { useListState } from '../../shared/list/use-list-state.ts'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { say } from '../../shared/ui/say.ts'
import { ProjectFilter } from '../projects/project-filter.tsx'
import { departureColumns } from './erection-labels.tsx'
import { departuresQuery, useErectionChanged } from './erection.queries.ts'

const spans = ['7', '14', '30'] as const
/** What an articulated truck carries. */
const truckKg = 25_000

interface Open {
  readonly act: 'pack' | 'deliver'
  readonly row: Departure
}

/** What must leave the factory, lot by lot, and the loads for it. */
export function Departures() {
  const { t } = useTranslation('erection')
  const list = useListState('GET /api/departures', ['days', 'projectId'] as const)
  const query = useListQuery(list, departuresQuery)
  const columns = useMemo(() => departureColumns(t), [t])
  const [open, setOpen] = useState<Open | null>(null)
  return (
    <>
      <DataTable
        name="departures"
        label={t('shipping:departures')}
        list={list}
        query={query}
        columns={columns}
        searchHint={t('searchDepartures')}
        empty={<p>{t('empty.departures')}</p>}
        filters={
          <>
            <SelectFilter
              list={list}
              name="days"
              label={t('days.label')}
              options={spans.map((value) => ({ value, label: t(`days.${value}`) }))}
            />
            <ProjectFilter list={list} />
          </>
        }
        rowActions={{
          width: { zh: 200, other: 270 },
          render: (row) =>
            (['pack', 'deliver'] as const).map((act) => (
              <ReasonButton
                key={act}
                type="link"
                size="small"
                allowed={row.can[act]}
                onClick={() => setOpen({ act, row })}
              >
                {t(`action.${act}`)}
              </ReasonButton>
            )),
        }}
      />
      {open !== null && <LoadDialog {...open} onClose={() => setOpen(null)} />}
    </>
  )
}

function LoadDialog({ act, row, onClose }: Open & { readonly onClose: () => void }) {
  const { t } = useTranslation('erection')
  const navigate = useNavigate()
  const changed = useErectionChanged()
  const params = { id: row.id }
  const pack = async (idempotencyKey: string) => {
    const { items } = await api('POST /api/erection-lots/:id/packages', { params, idempotencyKey })
    const [first] = items
    say('success', t('packed', { n: count(items.length) }))
    void navigate(
      items.length === 1 && first !== undefined
        ? `/order/package/${first.id}`
        : `/order/detail/${row.order.id}?part=shipping`,
    )
  }
  const deliver = async (idempotencyKey: string) => {
    const { id, no } = await api('POST /api/erection-lots/:id/delivery', {
      params,
      body: { maxKg: truckKg },
      idempotencyKey,
    })
    say('success', t('delivered', { no }))
    void navigate(`/order/delivery/${id}`)
  }
  return (
    <ActionDialog
      title={t(`action.${act}`)}
      action={t(`action.${act}`)}
      act={(_reason, idempotencyKey) => (act === 'pack' ? pack(idempotencyKey) : deliver(idempotencyKey))}
      changed={changed}
      onDone={onClose}
      onClose={onClose}
    >
      {act === 'pack'
        ? t('packText', { code: row.code, n: count(row.made.pieces) })
        : t('deliverText', { code: row.code, kg: count(truckKg) })}
    </ActionDialog>
  )
}
