import type { SubcontractDetail, SubcontractPiece } from '@cloud-factory/contract/subcontracting/subcontracts'
import { outsideStatuses } from '@cloud-factory/domain/subcontracting/subcontract-enums'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link, useNavigate } from 'react-router'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { downloadText } from '../../shared/format/csv.ts'
import { absent, count, gramsShown } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { choices, SelectFilters } from '../../shared/list/select-filter.tsx'
import { useListQuery } from '../../shared/list/use-list-query.ts'
import { useListState } from '../../shared/list/use-list-state.ts'
import { useSelection } from '../../shared/list/use-selection.ts'
import { useAllowed } from '../../shared/permission.ts'
import { Button } from '../../shared/ui/button.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { say } from '../../shared/ui/say.ts'
import { useReasonText } from '../../shared/ui/use-reason-text.ts'
import { useProcessName } from '../planning/plan.queries.ts'
import { OutsideStatusTag, piecesCsv, type T } from './subcontract-labels.tsx'
import { allOutsideQuery, outsidePiecesQuery, useSubcontractChanged } from './subcontracting.queries.ts'

/** Who may raise an NCR on a piece. */
const raisers = {
  permission: 'quality.view',
  permissionOr: ['order.report', 'quality.inspect', 'quality.judge'],
} as const

/** The form of an NCR on rejected pieces of a subcontract, with what is known filled in. */
function raisePath(
  t: T,
  { no, supplier, order }: SubcontractDetail,
  pieces: readonly SubcontractPiece[],
): string {
  const reason = [...new Set(pieces.map((piece) => piece.reason))].join('; ')
  const query = new URLSearchParams({
    raise: pieces.map(({ pieceId }) => pieceId).join(','),
    as: pieces.map(({ serial }) => serial).join(','),
    text: t('raiseText', { no, supplier: supplier.name, order: order.no, reason }),
  })
  return `/quality/ncrs?${query.toString()}`
}

const columnsOf = (
  t: T,
  raise: ((piece: SubcontractPiece) => string) | null,
): readonly Column<SubcontractPiece>[] => [
  {
    key: 'serial',
    title: t('field.piece'),
    width: 118,
    pinned: true,
    sort: 'serial',
    render: ({ serial }) => serial,
  },
  { key: 'profile', title: t('field.profile'), width: 156, render: ({ profile }) => profile },
  {
    key: 'status',
    title: t('field.status'),
    width: { zh: 120, other: 180 },
    render: ({ status }) => <OutsideStatusTag status={status} />,
  },
  {
    key: 'kg',
    title: t('field.kgBoth'),
    width: { zh: 166, other: 194 },
    align: 'right',
    render: ({ kgOut, kgIn }) => `${gramsShown(kgOut)} / ${kgIn === null ? absent : gramsShown(kgIn)}`,
  },
  {
    key: 'sentOn',
    title: t('field.sentOn'),
    width: { zh: 105, other: 132 },
    render: ({ sentOn }) => sentOn ?? absent,
  },
  {
    key: 'backOn',
    title: t('field.backOn'),
    width: { zh: 105, other: 132 },
    render: ({ backOn }) => backOn ?? absent,
  },
  {
    key: 'reason',
    title: t('field.reason'),
    width: { zh: 240, other: 340 },
    spare: true,
    render: (piece) =>
      piece.status === 'rejected' ? <Rejected piece={piece} raise={raise} t={t} /> : absent,
  },
  {
    key: 'by',
    title: t('field.judgedBy'),
    width: 110,
    spare: true,
    render: ({ judgedBy }) => judgedBy ?? absent,
  },
]

interface RejectedProps {
  readonly piece: SubcontractPiece
  /** Where a report on it is raised; null: not by this person. */
  readonly raise: ((piece: SubcontractPiece) => string) | null
  readonly t: T
}

const Rejected = ({ piece, raise, t }: RejectedProps) => (
  <>
    {raise !== null && <Link to={raise(piece)}>{t('action.raise')}</Link>} {piece.reason}
  </>
)

type Undo = 'undo' | 'remove'
const wordOf = (t: T, undo: Undo): string =>
  undo === 'undo' ? t('action.undo') : t('production:queue.remove')

interface UndoDialogProps {
  readonly subcontract: SubcontractDetail
  readonly pieces: readonly SubcontractPiece[]
  readonly undo: Undo
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Undoes the receipt or the sending of pieces, or removes those that never went out. */
function UndoDialog({ subcontract, pieces, undo, onDone, onClose }: UndoDialogProps) {
  const { t } = useTranslation('subcontracting')
  const changed = useSubcontractChanged()
  const reasonText = useReasonText()
  const ids = pieces.map(({ pieceId }) => pieceId)
  const params = { id: subcontract.id }
  const act = async (reason: string | undefined, idempotencyKey: string) => {
    const { items } =
      undo === 'remove'
        ? await api('POST /api/subcontracts/:id/remove', { params, body: { pieces: ids }, idempotencyKey })
        : await api('POST /api/subcontracts/:id/undo', {
            params,
            body: { pieces: ids, reason: reason ?? '' },
            idempotencyKey,
          })
    for (const { serial, piece, reason: why, params: values } of items.slice(0, 5))
      if (why !== null) say('warning', `${serial ?? piece}: ${reasonText(why, undefined, values)}`)
  }
  return (
    <ActionDialog
      danger
      title={t(`${undo}Title`, { count: pieces.length })}
      action={wordOf(t, undo)}
      {...(undo === 'undo' ? { reason: 'required' as const } : {})}
      act={act}
      changed={changed}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{t(`${undo}Text`)}</p>
      <p className="page-note">
        {pieces
          .slice(0, 10)
          .map(({ serial }) => serial)
          .join(', ')}
        {pieces.length > 10 && ' …'}
      </p>
    </ActionDialog>
  )
}

/** The list of pieces of a subcontract, and the selected ones. */
function usePieceList(subcontract: SubcontractDetail) {
  const { t } = useTranslation('subcontracting')
  const list = useListState('GET /api/subcontracts/:id/pieces', ['status', 'lineId'] as const)
  const query = useListQuery(list, (page) => outsidePiecesQuery(subcontract.id, page))
  const canRaise = useAllowed(raisers)
  const columns = useMemo(
    () => columnsOf(t, canRaise ? (piece) => raisePath(t, subcontract, [piece]) : null),
    [t, canRaise, subcontract],
  )
  const { page: _page, pageSize: _size, ...listed } = list.query
  const selection = useSelection<SubcontractPiece>(JSON.stringify(listed), ({ serial }) =>
    t('common:pieceBox', { serial }),
  )
  return { list, query, columns, selection }
}

/** Pieces of a subcontract; selected ones go back a step. */
export function SubcontractPieces({ subcontract }: { readonly subcontract: SubcontractDetail }) {
  const { t } = useTranslation('subcontracting')
  const { list, query, columns, selection } = usePieceList(subcontract)
  const [undo, setUndo] = useState<Undo | null>(null)
  const picked = [...selection.picked.values()]
  const chosen = picked.filter(({ status }) => (undo === 'remove') === (status === 'planned'))
  const statuses = choices(outsideStatuses, (value) => t(`outside.${value}`))
  return (
    <>
      <DataTable
        name="subcontract-pieces"
        label={t('part.pieces')}
        list={list}
        query={query}
        columns={columns}
        searchHint={t('common:matrix.search')}
        empty={<p>{t('empty.pieces')}</p>}
        selection={selection}
        selected={
          picked.length > 0 && (
            <SelectedPieces
              subcontract={subcontract}
              picked={picked}
              onUndo={setUndo}
              onClear={selection.clear}
            />
          )
        }
        filters={<SelectFilters list={list} filters={{ status: [t('field.status'), statuses] }} />}
        actions={<CsvButton subcontract={subcontract} />}
      />
      {undo !== null && chosen.length > 0 && (
        <UndoDialog
          subcontract={subcontract}
          pieces={chosen}
          undo={undo}
          onDone={() => {
            setUndo(null)
            selection.clear()
          }}
          onClose={() => setUndo(null)}
        />
      )}
    </>
  )
}

/** Saves all pieces as a file for a spreadsheet. */
function CsvButton({ subcontract }: { readonly subcontract: SubcontractDetail }) {
  const { t } = useTranslation('subcontracting')
  const client = useQueryClient()
  const processName = useProcessName()
  const save = async () => {
    const pieces = await client.fetchQuery(allOutsideQuery(subcontract.id, {}))
    downloadText(`${subcontract.no}.csv`, piecesCsv(t, processName, subcontract, pieces), 'text/csv')
  }
  return <Button onClick={() => void save()}>{t('action.csv')}</Button>
}

interface SelectedProps {
  readonly subcontract: SubcontractDetail
  readonly picked: readonly SubcontractPiece[]
  readonly onUndo: (undo: Undo) => void
  readonly onClear: () => void
}

function SelectedPieces({ subcontract, picked, onUndo, onClear }: SelectedProps) {
  const { t } = useTranslation('subcontracting')
  const navigate = useNavigate()
  const canRaise = useAllowed(raisers)
  const planned = picked.filter(({ status }) => status === 'planned').length
  const rejected = picked.filter(({ status }) => status === 'rejected')
  return (
    <div className="page-actions" role="region" aria-label={t('picked', { count: picked.length })}>
      <span>{t('picked', { count: picked.length })}</span>
      {canRaise && rejected.length > 0 && (
        <Button onClick={() => void navigate(raisePath(t, subcontract, rejected))}>
          {`${t('action.raise')} (${count(rejected.length)})`}
        </Button>
      )}
      {planned > 0 && (
        <ReasonButton allowed={subcontract.can.add} onClick={() => onUndo('remove')}>
          {`${wordOf(t, 'remove')} (${count(planned)})`}
        </ReasonButton>
      )}
      {planned < picked.length && (
        <ReasonButton allowed={subcontract.can.undo} onClick={() => onUndo('undo')}>
          {`${t('action.undo')} (${count(picked.length - planned)})`}
        </ReasonButton>
      )}
      <Button onClick={onClear}>{t('common:clear')}</Button>
    </div>
  )
}
