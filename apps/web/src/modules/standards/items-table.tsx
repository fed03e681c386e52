import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons'
import type { EditionRow, StandardItemRow } from '@cloud-factory/contract/standards/standards'
import { useMutation } from '@tanstack/react-query'
import { Button, Checkbox } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { CheckMark } from './check-bar.tsx'
import { ruleText } from './rule-text.rules.ts'
import { useStandardsChanged } from './standards.queries.ts'
import { useStandardWords } from './use-standard-words.ts'

interface Props {
  readonly edition: EditionRow
  readonly shape: StandardItemRow['shape'] | undefined
  /** All rows of the shape are shown: only then they can be put in another order. */
  readonly isWhole: boolean
  readonly rows: readonly StandardItemRow[]
  /** Ids of the rows that are ticked. */
  readonly ticked: readonly string[]
  readonly onTick: (ids: readonly string[]) => void
  readonly onEdit: (row: StandardItemRow) => void
  readonly onRemove: (row: StandardItemRow) => void
}

/** Items of one shape in form order; items of a draft can be moved, edited and removed. */
export function ItemsTable(props: Props) {
  const { edition, isWhole, rows, ticked, onTick, onEdit, onRemove } = props
  const { t } = useTranslation('standards')
  const { nameOf } = useStandardWords()
  const { error, isPending, move } = useItemOrder(props)
  const isDraft = edition.status === 'draft'
  const canTick = edition.can.verify === true
  return (
    <>
      {error !== null && <ProblemAlert error={error} />}
      <table className="standard-table" aria-label={t('shell:route.standards')} aria-busy={isPending}>
        <thead>
          <tr>
            {canTick && <TickAll ids={rows.map(({ id }) => id)} ticked={ticked} onTick={onTick} />}
            {(['item', 'class', 'rule', 'points', 'tool', 'clause', 'verified'] as const).map((field) => (
              <th key={field} scope="col">
                {t(`field.${field}`)}
              </th>
            ))}
            {isDraft && <th scope="col">{t('field.actions')}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={row.id}>
              {canTick && (
                <td className="item-tick">
                  <Checkbox
                    aria-label={t('check.tick', { name: nameOf(row.names) })}
                    checked={ticked.includes(row.id)}
                    onChange={({ target }) =>
                      onTick(target.checked ? [...ticked, row.id] : ticked.filter((id) => id !== row.id))
                    }
                  />
                </td>
              )}
              <ItemCells row={row} />
              {isDraft && (
                <td className="item-deeds">
                  <EditButtons row={row} onEdit={onEdit} onRemove={onRemove} />
                  {row.can.edit === true && isWhole && (
                    <MoveButtons
                      name={nameOf(row.names)}
                      canMoveUp={at > 0 && !isPending}
                      canMoveDown={at < rows.length - 1 && !isPending}
                      onMove={(by) => move(at, by)}
                    />
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** Puts the items into another order. */
function useItemOrder({ edition, shape, rows }: Pick<Props, 'edition' | 'shape' | 'rows'>) {
  const changed = useStandardsChanged()
  const { error, isPending, mutate } = useMutation({
    mutationFn: async (itemIds: string[]) => {
      if (shape === undefined) return
      await api('PUT /api/editions/:id/order', {
        params: { id: edition.id },
        body: { version: edition.version, shape, itemIds },
      })
    },
    onSettled: () => changed(),
  })
  const move = (at: number, by: number) => {
    const next = rows.map(({ id }) => id)
    const [id = ''] = next.splice(at, 1)
    next.splice(at + by, 0, id)
    mutate(next)
  }
  return { error, isPending, move }
}

function TickAll({ ids, ticked, onTick }: Pick<Props, 'ticked' | 'onTick'> & { readonly ids: string[] }) {
  const { t } = useTranslation('standards')
  const isAll = ids.every((id) => ticked.includes(id))
  return (
    <th scope="col">
      <Checkbox
        aria-label={t('check.tickAll')}
        checked={isAll}
        indeterminate={!isAll && ids.some((id) => ticked.includes(id))}
        onChange={({ target }) => onTick(target.checked ? ids : [])}
      />
    </th>
  )
}

interface EditProps extends Pick<Props, 'onEdit' | 'onRemove'> {
  readonly row: StandardItemRow
}

function EditButtons({ row, onEdit, onRemove }: EditProps) {
  const { t } = useTranslation('standards')
  return (
    <>
      <ReasonButton type="link" size="small" allowed={row.can.edit} onClick={() => onEdit(row)}>
        {t('action.edit')}
      </ReasonButton>
      <ReasonButton
        type="link"
        size="small"
        danger={row.can.edit === true}
        allowed={row.can.edit}
        onClick={() => onRemove(row)}
      >
        {t('action.delete')}
      </ReasonButton>
    </>
  )
}

interface MoveProps {
  readonly name: string
  readonly canMoveUp: boolean
  readonly canMoveDown: boolean
  readonly onMove: (by: 1 | -1) => void
}

function MoveButtons({ name, canMoveUp, canMoveDown, onMove }: MoveProps) {
  const { t } = useTranslation('standards')
  return (
    <>
      <Button
        type="text"
        size="small"
        icon={<ArrowUpOutlined />}
        aria-label={t('common:steps.up', { name })}
        disabled={!canMoveUp}
        onClick={() => onMove(-1)}
      />
      <Button
        type="text"
        size="small"
        icon={<ArrowDownOutlined />}
        aria-label={t('common:steps.down', { name })}
        disabled={!canMoveDown}
        onClick={() => onMove(1)}
      />
    </>
  )
}

function ItemCells({ row }: { readonly row: StandardItemRow }) {
  const { t } = useTranslation('standards')
  const { nameOf, toolOf, rule, ownPart } = useStandardWords()
  return (
    <>
      <th scope="row">
        {nameOf(row.names)}
        {row.optional && <small className="soft"> {t('optionalMark')}</small>}
        {row.source !== '' && <small className="item-source">{ownPart(row.source)}</small>}
      </th>
      <td data-label={t('field.class')}>{t(`class.${row.class}`)}</td>
      <td data-label={t('field.rule')}>
        {ruleText(row.rule, rule)} <span className="soft">{row.unit}</span>
      </td>
      <td data-label={t('field.points')}>{row.points}</td>
      <td data-label={t('field.tool')}>{toolOf(row.tool) || '–'}</td>
      <td data-label={t('field.clause')}>{row.clause || '–'}</td>
      <td data-label={t('field.verified')}>
        <CheckMark verified={row.verified} />
      </td>
    </>
  )
}
