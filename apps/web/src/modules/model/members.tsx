import { useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { absent, count, kilograms } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { RowTable } from '../../shared/list/row-table.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Facts } from '../../shared/ui/facts.tsx'
import { lazyDialog } from '../../shared/ui/lazy-dialog.tsx'
import { type ColouredModel, type Focus, type MarkLine, markLines, stateOf } from './member-view.rules.ts'
import { useStateName } from './use-state-name.ts'

const PieceDrawer = lazyDialog(async () => (await import('../production/piece-drawer.tsx')).PieceDrawer)

interface ListProps {
  readonly model: ColouredModel
  readonly focus: Focus
}

const pageSize = 100

/** Says in lines what the colours of the model say. */
export function MemberList({ model, focus }: ListProps) {
  const { t } = useTranslation('model')
  const nameOf = useStateName(model)
  const lines = useMemo(() => markLines(model, focus), [model, focus])
  const [chosen, setPage] = useState(1)
  const page = Math.min(chosen, Math.max(1, Math.ceil(lines.length / pageSize)))
  const columns: readonly Column<MarkLine>[] = [
    {
      key: 'mark',
      title: t('common:field.mark'),
      width: 180,
      pinned: true,
      render: ({ mark }) => mark || absent,
    },
    {
      key: 'state',
      title: t('common:field.state'),
      width: 180,
      render: ({ state }) => (state === null ? t('noPiece') : nameOf(state)),
    },
    {
      key: 'members',
      title: t('members'),
      width: 110,
      align: 'right',
      render: ({ members }) => count(members),
    },
    { key: 'kg', title: t('common:field.kg'), width: 130, align: 'right', render: ({ kg }) => kilograms(kg) },
  ]
  return (
    <RowTable
      label={t('common:field.list')}
      columns={columns}
      rows={lines.slice((page - 1) * pageSize, page * pageSize)}
      empty={t('nothingInFocus')}
      pages={{ page, pageSize, total: lines.length, onChange: setPage }}
    />
  )
}

interface SelectedProps {
  readonly model: ColouredModel
  readonly number: number
  /** Whether its piece can be opened. */
  readonly opens: boolean
  readonly onClose: () => void
}

/** What the selected member is, and the way to its piece. */
export function SelectedMember({ model, number, opens, onClose }: SelectedProps) {
  const { t } = useTranslation('model')
  const nameOf = useStateName(model)
  const [isOpen, setOpen] = useState(false)
  const member = model.members[number]
  if (member === undefined) return null
  const { mark, serial, storey, area, kg, pieceId, name } = member
  const state = stateOf(model, number)
  return (
    <section className="model-selected" aria-label={t('selected')}>
      <Facts
        className="facts"
        facts={[
          [t('common:field.mark'), mark || absent],
          [t('common:marks.name'), name || absent],
          [t('common:field.piece'), serial ?? t('noPiece')],
          [t('common:field.state'), state === null ? absent : nameOf(state)],
          [t('places'), [storey, area].filter(Boolean).join(' · ') || absent],
          [t('common:field.kg'), kilograms(kg)],
        ]}
      />
      <div className="page-actions">
        {opens && pieceId !== null && (
          <Button primary onClick={() => setOpen(true)}>
            {t('openPiece')}
          </Button>
        )}
        <Button onClick={onClose}>{t('common:close')}</Button>
      </div>
      {isOpen && pieceId !== null && <PieceDrawer id={pieceId} onClose={() => setOpen(false)} />}
    </section>
  )
}
