import type { ErectionLot, LotCounts, SitePiece } from '@cloud-factory/contract/erection/erection'
import { siteStates } from '@cloud-factory/domain/erection/site-states'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useInstant } from '../../shared/format/dates.ts'
import { count, tonnes } from '../../shared/format/numbers.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { choices, SelectFilter, SelectFilters } from '../../shared/list/select-filter.tsx'
import { useListQuery } from '../../shared/list/use-list-query.ts'
import { type List, useListState } from '../../shared/list/use-list-state.ts'
import { useSelection } from '../../shared/list/use-selection.ts'
import { Button } from '../../shared/ui/button.tsx'
import { lazyDialog } from '../../shared/ui/lazy-dialog.tsx'
import { PartTabs } from '../../shared/ui/part-tabs.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { lotColumns, pieceColumns } from './erection-labels.tsx'
import { lotChoiceQuery, lotsQuery, sitePiecesQuery, useErectionChanged } from './erection.queries.ts'
import { OrderReports } from './site-report-list.tsx'

const LotForm = lazyDialog(async () => (await import('./lot-form.tsx')).LotForm)
const PlaceForm = lazyDialog(async () => (await import('./lot-form.tsx')).PlaceForm)
const PlanDialog = lazyDialog(async () => (await import('./plan-dialog.tsx')).PlanDialog)

interface Props {
  readonly orderId: string
}

type View = 'lots' | 'pieces' | 'reports'
const noLot = 'none'

/** Erection of an order: its lots, its pieces in their sequence, and what the site reported. */
export function OrderErection({ orderId }: Props) {
  const { t } = useTranslation('erection')
  const [view, setView] = useState<View>('lots')
  const list = useListState('GET /api/orders/:id/erection-pieces', ['lotId', 'state'] as const)
  const showPieces = (lotId: string) => {
    list.filter({ lotId })
    setView('pieces')
  }
  return (
    <PartTabs
      label={t('part.label')}
      parts={[
        { key: 'lots', title: t('part.lots') },
        { key: 'pieces', title: t('common:pieces') },
        { key: 'reports', title: t('part.reports') },
      ]}
      shown={view}
      onShow={setView}
    >
      {view === 'lots' && <Lots orderId={orderId} onPieces={showPieces} />}
      {view === 'pieces' && <Pieces orderId={orderId} />}
      {view === 'reports' && <OrderReports orderId={orderId} />}
    </PartTabs>
  )
}

type Open =
  | { readonly act: 'add' | 'plan' | 'phases' }
  | { readonly act: 'edit' | 'delete'; readonly lot: ErectionLot }

function Lots({ orderId, onPieces }: Props & { readonly onPieces: (lotId: string) => void }) {
  const { t } = useTranslation('erection')
  const list = useListState('GET /api/orders/:id/erection-lots', [] as const)
  const query = useListQuery(list, (page) => lotsQuery(orderId, page))
  const columns = useMemo(() => lotColumns(t, onPieces), [t, onPieces])
  const [open, setOpen] = useState<Open | null>(null)
  const { data } = query
  return (
    <>
      {(data?.total ?? 0) > 0 && <WithoutLot counted={data?.noLot.planned} onShow={() => onPieces(noLot)} />}
      <DataTable
        name="erection-lots"
        label={t('part.lots')}
        list={list}
        query={query}
        columns={columns}
        searchHint={t('searchLots')}
        onOpen={({ id }) => onPieces(id)}
        empty={<p>{t('empty.lots')}</p>}
        rowActions={{
          width: { zh: 120, other: 138 },
          render: (lot) => (
            <>
              {(['edit', 'delete'] as const).map((act) => (
                <ReasonButton
                  key={act}
                  type="link"
                  size="small"
                  allowed={data?.can.edit}
                  onClick={() => setOpen({ act, lot })}
                >
                  {t(`common:action.${act}`)}
                </ReasonButton>
              ))}
            </>
          ),
        }}
        actions={
          <>
            {(['phases', 'plan'] as const).map((act) => (
              <ReasonButton key={act} allowed={data?.can.edit} onClick={() => setOpen({ act })}>
                {t(`action.${act}`)}
              </ReasonButton>
            ))}
            <ReasonButton type="primary" allowed={data?.can.edit} onClick={() => setOpen({ act: 'add' })}>
              {t('action.add')}
            </ReasonButton>
          </>
        }
      />
      {open !== null && <LotDialog orderId={orderId} open={open} onClose={() => setOpen(null)} />}
    </>
  )
}

interface WithoutLotProps {
  readonly counted: LotCounts['planned'] | undefined
  readonly onShow: () => void
}

/** How many pieces have no place yet. */
function WithoutLot({ counted, onShow }: WithoutLotProps) {
  const { t } = useTranslation('erection')
  if (counted === undefined || counted.pieces === 0) return null
  return (
    <p className="erection-bar page-note" role="status">
      {t('omitted', { n: count(counted.pieces), kg: tonnes(counted.kg) })}
      <Button size="small" onClick={onShow}>
        {t('showOmitted')}
      </Button>
    </p>
  )
}

interface DialogProps extends Props {
  readonly open: Open
  readonly onClose: () => void
}

function LotDialog({ orderId, open, onClose }: DialogProps) {
  const { t } = useTranslation('erection')
  const changed = useErectionChanged()
  if (open.act === 'plan') return <PlanDialog orderId={orderId} onClose={onClose} />
  if (open.act === 'phases')
    return (
      <ActionDialog
        title={t('action.phases')}
        action={t('action.phases')}
        act={(_reason, idempotencyKey) =>
          api('POST /api/orders/:id/erection-plan/phases', { params: { id: orderId }, idempotencyKey })
        }
        changed={changed}
        onDone={onClose}
        onClose={onClose}
      >
        {t('phasesText')}
      </ActionDialog>
    )
  if (open.act === 'delete') {
    const { id, version, code, counts } = open.lot
    return (
      <ActionDialog
        title={t('deleteTitle')}
        action={t('common:action.delete')}
        danger
        act={() => api('DELETE /api/erection-lots/:id', { params: { id }, query: { version } })}
        changed={changed}
        onDone={onClose}
        onClose={onClose}
      >
        {t('deleteText', { code, n: count(counts.planned.pieces) })}
      </ActionDialog>
    )
  }
  return <LotForm orderId={orderId} lot={open.act === 'edit' ? open.lot : null} onClose={onClose} />
}

function Pieces({ orderId }: Props) {
  const { t } = useTranslation('erection')
  const instant = useInstant()
  const list = useListState('GET /api/orders/:id/erection-pieces', ['lotId', 'state'] as const)
  const query = useListQuery(list, (page) => sitePiecesQuery(orderId, page))
  const lots = useQuery(lotChoiceQuery(orderId)).data
  const columns = useMemo(() => pieceColumns(t, instant), [t, instant])
  const { page: _page, pageSize: _size, ...listed } = list.query
  const selection = useSelection<SitePiece>(JSON.stringify(listed), ({ serial }) => serial)
  const [placing, setPlacing] = useState(false)
  const picked = [...selection.picked.values()]
  return (
    <>
      <DataTable
        name="erection-pieces"
        label={t('common:pieces')}
        list={list}
        query={query}
        columns={columns}
        searchHint={t('searchPieces')}
        empty={<p>{t('empty.pieces')}</p>}
        selection={selection}
        filters={<PieceFilters list={list} lots={lots?.items ?? []} />}
        selected={
          picked.length > 0 && (
            <div className="erection-bar">
              {t('placeText', { n: count(picked.length) })}
              <ReasonButton type="primary" allowed={lots?.can.edit} onClick={() => setPlacing(true)}>
                {t('action.place')}
              </ReasonButton>
              <Button onClick={selection.clear}>{t('common:form.cancel')}</Button>
            </div>
          )
        }
      />
      {placing && (
        <PlaceForm
          orderId={orderId}
          pieces={picked}
          onDone={() => {
            setPlacing(false)
            selection.clear()
          }}
          onClose={() => setPlacing(false)}
        />
      )}
    </>
  )
}

interface PieceFiltersProps {
  readonly list: List
  readonly lots: readonly ErectionLot[]
}

function PieceFilters({ list, lots }: PieceFiltersProps) {
  const { t } = useTranslation('erection')
  const options = lots.map(({ id, code }) => ({ value: id, label: code }))
  return (
    <>
      <SelectFilter
        list={list}
        name="lotId"
        label={t('field.code')}
        options={[...options, { value: noLot, label: t('noLot') }]}
      />
      <SelectFilters
        list={list}
        filters={{ state: [t('field.state'), choices(siteStates, (value) => t(`state.${value}`))] }}
      />
    </>
  )
}
