import { useTranslation } from '../i18n/use-translation.tsx'
import type { Selection } from './use-selection.ts'

/** px */
export const boxWidth = 44

interface Props<Row> {
  readonly selection: Selection<Row>
  readonly rows: readonly Row[]
}

/** Selects all rows of the page, or none. */
export function AllBox<Row extends { readonly id: string }>({ selection, rows }: Props<Row>) {
  const { t } = useTranslation()
  const picked = rows.filter(({ id }) => selection.picked.has(id)).length
  const all = picked > 0 && picked === rows.length
  return (
    <th className="is-box" scope="col">
      <input
        type="checkbox"
        aria-label={t('table.pickPage')}
        checked={all}
        disabled={rows.length === 0}
        ref={(box) => {
          if (box !== null) box.indeterminate = picked > 0 && !all
        }}
        onChange={() => selection.pick(rows, !all)}
      />
    </th>
  )
}

interface RowBoxProps<Row> {
  readonly selection: Selection<Row>
  readonly row: Row
  /** `isRange`: with the rows between it and the one ticked before. */
  readonly onTick: (row: Row, on: boolean, isRange: boolean) => void
}

export function RowBox<Row extends { readonly id: string }>({
  selection: { picked, nameOf },
  row,
  onTick,
}: RowBoxProps<Row>) {
  return (
    <td className="is-box">
      <input
        type="checkbox"
        aria-label={nameOf(row)}
        checked={picked.has(row.id)}
        // Otherwise the browser selects the text of the rows between.
        onMouseDown={(event) => event.shiftKey && event.preventDefault()}
        onChange={({ target, nativeEvent }) =>
          onTick(row, target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
    </td>
  )
}
