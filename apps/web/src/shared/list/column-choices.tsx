import { ArrowDownOutlined, ArrowUpOutlined, PushpinFilled, PushpinOutlined } from '@ant-design/icons'
import { Button, Checkbox, Popover, Segmented, Select } from 'antd'
import { useTranslation } from '../i18n/use-translation.tsx'
import {
  type ColumnChoice,
  type ColumnFacts,
  densities,
  isPinned,
  isShown,
  maxPinned,
  moveColumn,
  pinColumn,
  showColumn,
  sortOrder,
} from './columns.rules.ts'
import type { Columns } from './use-columns.ts'
import type { List } from './use-list-state.ts'

interface Column extends ColumnFacts {
  readonly title: string
  readonly tip?: string
  readonly sort?: string
  /** Rows can be grouped by it. */
  readonly group?: unknown
}

export interface ColumnSettingsProps {
  readonly columns: Columns<Column>
  readonly list: List
}

interface OpenProps extends ColumnSettingsProps {
  readonly onClose: () => void
}

/** Shows, hides and orders the columns of a list and sets its row density; widths are changed in the head. */
export const ColumnChoices = ({ columns, list, onClose }: OpenProps) => (
  <Popover
    open
    trigger="click"
    placement="bottomRight"
    onOpenChange={(open) => !open && onClose()}
    content={<Choices columns={columns} list={list} />}
  >
    <span className="column-settings-at" />
  </Popover>
)

function Choices({ columns: { all, choice, isChosen, choose, reset }, list }: ColumnSettingsProps) {
  const { t } = useTranslation()
  const free = all.filter((column) => !isPinned(column, choice))
  return (
    <section aria-label={t('common:field.columns')}>
      <ul className="column-settings">
        {all.map((column) => (
          <ColumnChoiceRow
            key={column.key}
            column={column}
            isOn={isShown(column, choice)}
            at={free.indexOf(column)}
            count={free.length}
            pin={pinOf(column, choice)}
            onPin={(pin) => choose(pinColumn(choice, column.key, pin))}
            onShow={(on) => choose(showColumn(column, choice, on))}
            onMove={(by) => choose(moveColumn(all, choice, column.key, by))}
          />
        ))}
      </ul>
      <GroupBy columns={all} list={list} choice={choice} choose={choose} />
      <Segmented
        block
        className="column-density"
        aria-label={t('table.density')}
        value={choice.density}
        options={densities.map((value) => ({ value, label: t(`table.densities.${value}`) }))}
        onChange={(density) => choose({ ...choice, density })}
      />
      <Button block disabled={!isChosen} onClick={reset}>
        {t('table.columnsReset')}
      </Button>
      {/* Users usually want to reset the columns only, so search and filters stay by default. */}
      <Button
        block
        type="text"
        disabled={!isChosen && list.narrowed === 0 && list.state.sort === ''}
        onClick={() => {
          reset()
          list.reset()
        }}
      >
        {t('table.allReset')}
      </Button>
    </section>
  )
}

/** Whether a column stays at the left edge by the user's choice; `always`: by the code. */
function pinOf({ key, pinned }: Column, choice: ColumnChoice): 'always' | 'on' | 'off' | 'full' {
  if (pinned === true) return 'always'
  if (choice.pinned.includes(key)) return 'on'
  return choice.pinned.length < maxPinned ? 'off' : 'full'
}

interface GroupByProps extends Pick<Columns<Column>, 'choice' | 'choose'> {
  readonly columns: readonly Column[]
  readonly list: List
}

/** Groups the rows by a column, by which they are sorted then. */
function GroupBy({ columns, list, choice, choose }: GroupByProps) {
  const { t } = useTranslation()
  const { sort } = list.state
  const able = columns.flatMap(({ title, sort: by, group }) =>
    by === undefined || group === undefined ? [] : [{ value: by, label: title }],
  )
  if (able.length === 0) return null
  const now = choice.grouped ? able.find(({ value }) => sortOrder(sort, value) !== 'none') : undefined
  const group = (by: string) => {
    choose({ ...choice, grouped: by !== '' })
    if (by !== '' && sortOrder(sort, by) === 'none') list.change({ sort: by })
  }
  return (
    <label className="column-group">
      {t('table.groupBy')}
      <Select
        value={now?.value ?? ''}
        options={[{ value: '', label: t('table.ungrouped') }, ...able]}
        onChange={group}
      />
    </label>
  )
}

interface ChoiceProps {
  readonly column: Column
  readonly isOn: boolean
  /** Index among the movable columns; below 0 for a column that cannot be moved. */
  readonly at: number
  /** Number of movable columns. */
  readonly count: number
  readonly pin: ReturnType<typeof pinOf>
  readonly onPin: (pin: boolean) => void
  readonly onShow: (on: boolean) => void
  readonly onMove: (by: 1 | -1) => void
}

function ColumnChoiceRow({ column, isOn, at, count, pin, onPin, onShow, onMove }: ChoiceProps) {
  const { t } = useTranslation()
  return (
    <li>
      <Checkbox checked={isOn} disabled={pin === 'always'} onChange={({ target }) => onShow(target.checked)}>
        {column.tip ?? column.title}
      </Checkbox>
      <Button
        type="text"
        size="small"
        icon={pin === 'on' || pin === 'always' ? <PushpinFilled /> : <PushpinOutlined />}
        aria-label={`${t('table.pin')}: ${column.title}`}
        aria-pressed={pin === 'on' || pin === 'always'}
        disabled={pin === 'always' || pin === 'full'}
        onClick={() => onPin(pin === 'off')}
      />
      <Button
        type="text"
        size="small"
        icon={<ArrowUpOutlined />}
        aria-label={`${t('table.moveUp')}: ${column.title}`}
        disabled={at <= 0}
        onClick={() => onMove(-1)}
      />
      <Button
        type="text"
        size="small"
        icon={<ArrowDownOutlined />}
        aria-label={`${t('table.moveDown')}: ${column.title}`}
        disabled={at < 0 || at === count - 1}
        onClick={() => onMove(1)}
      />
    </li>
  )
}
