import { DownOutlined, RightOutlined } from '@ant-design/icons'
import type { ImportMarkRow } from '@cloud-factory/contract/order-import/order-imports'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { absent, count, exactKg, millimetres } from '../../shared/format/numbers.ts'

export const markColumns = [
  'row',
  'mark',
  'name',
  'profile',
  'grade',
  'quantity',
  'length',
  'unitKg',
  'totalKg',
  'source',
] as const
type MarkColumn = (typeof markColumns)[number]
const numbers: ReadonlySet<MarkColumn> = new Set(['row', 'quantity', 'length', 'unitKg', 'totalKg'])

interface LineProps {
  /** Place in the import, from 0. */
  readonly index: number
  /** Undefined while its page is being fetched. */
  readonly mark: ImportMarkRow | undefined
  readonly open: boolean
  readonly onToggle: () => void
}

/** One mark, with its parts beneath when opened. */
export function MarkLine({ index, mark, open, onToggle }: LineProps) {
  return (
    <>
      <div role="row" aria-rowindex={index + 2} className="marks-row" aria-busy={mark === undefined}>
        {mark === undefined ? (
          <MarkCell column="row" role="cell">
            …
          </MarkCell>
        ) : (
          <MarkCells mark={mark} open={open} onToggle={onToggle} />
        )}
      </div>
      {open && mark !== undefined && <PartsOfMark mark={mark} />}
    </>
  )
}

function MarkCells({
  mark,
  open,
  onToggle,
}: { readonly mark: ImportMarkRow } & Omit<LineProps, 'index' | 'mark'>) {
  const { t } = useTranslation('order-import')
  return markCells(mark, t, <MarkName mark={mark} open={open} onToggle={onToggle} />).map((cell, at) => (
    <MarkCell key={markColumns[at]} column={markColumns[at] ?? 'row'} role="cell">
      {cell}
    </MarkCell>
  ))
}

/** The table cells of a mark, column by column. */
export function markCells(
  mark: ImportMarkRow,
  t: TFunction<'order-import'>,
  name: ReactNode = mark.mark,
): ReactNode[] {
  const cells: Readonly<Record<MarkColumn, ReactNode>> = {
    row: mark.row,
    mark: name,
    name: mark.name || absent,
    profile: mark.profile || absent,
    grade: mark.grade ?? absent,
    quantity: count(mark.quantity),
    length: millimetres(mark.lengthMm),
    unitKg: exactKg(mark.netKg),
    totalKg: exactKg(mark.totalKg),
    source: (
      <>
        {t(`source.${mark.weightSource}`)}
        {mark.difference !== 'added' && <span> · {t(`revision.is.${mark.difference}`)}</span>}
      </>
    ),
  }
  return markColumns.map((column) => cells[column])
}

function MarkName({
  mark,
  open,
  onToggle,
}: { readonly mark: ImportMarkRow } & Omit<LineProps, 'index' | 'mark'>) {
  const { t } = useTranslation('order-import')
  const parts = mark.parts.length
  if (parts === 0) return <span className="marks-mark">{mark.mark}</span>
  return (
    <button type="button" className="marks-toggle" aria-expanded={open} onClick={onToggle}>
      {open ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />}
      {mark.mark}
      <span className="marks-parts">{t('marks.parts', { n: parts })}</span>
    </button>
  )
}

interface CellProps {
  readonly column: MarkColumn
  readonly role: 'cell' | 'columnheader'
  readonly children: ReactNode
}

export function MarkCell({ column, role, children }: CellProps) {
  const title = typeof children === 'string' ? children : undefined
  return (
    <div role={role} className={numbers.has(column) ? 'marks-cell is-number' : 'marks-cell'} title={title}>
      {children}
    </div>
  )
}

/** The parts of one piece of a mark. */
function PartsOfMark({ mark }: { readonly mark: Pick<ImportMarkRow, 'mark' | 'parts'> }) {
  const { t } = useTranslation('order-import')
  return (
    <div role="row" className="parts-row">
      <div role="cell">
        <table className="plain-table" aria-label={t('parts.of', { mark: mark.mark })}>
          <thead>
            <tr>
              <th scope="col">{t('common:meaning.part')}</th>
              <th scope="col">{t('marks.profile')}</th>
              <th scope="col">{t('marks.grade')}</th>
              <th scope="col" className="is-number">
                {t('marks.length')}
              </th>
              <th scope="col" className="is-number">
                {t('parts.perMark')}
              </th>
              <th scope="col" className="is-number">
                {t('marks.unitKg')}
              </th>
            </tr>
          </thead>
          <tbody>
            {mark.parts.map((part, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- a mark may name the same part twice
              <tr key={at}>
                <td>{part.partMark}</td>
                <td>{part.profile === '' ? absent : part.profile}</td>
                <td>{part.grade ?? absent}</td>
                <td className="is-number">{millimetres(part.lengthMm)}</td>
                <td className="is-number">{count(part.quantityPerMark)}</td>
                <td className="is-number">{exactKg(part.netKg)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
