import { ArrowDownOutlined, ArrowUpOutlined, SettingOutlined } from '@ant-design/icons'
import { Button, Checkbox, Popover, Segmented, Tooltip } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ColumnFacts, densities, isShown, moveColumn, showColumn } from './columns.rules.ts'
import type { Columns } from './use-columns.ts'
import type { List } from './use-list-state.ts'

interface Column extends ColumnFacts {
  readonly title: string
  readonly tip?: string
}

interface Props {
  readonly columns: Columns<Column>
  readonly list: List
}

/** Shows, hides and orders the columns of a list and sets its row density; widths are changed in the head. */
export function ColumnSettings({ columns, list }: Props) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={open}
      onOpenChange={setOpen}
      content={<Choices columns={columns} list={list} />}
    >
      <Tooltip title={open ? undefined : t('common:field.columns')}>
        <Button aria-label={t('common:field.columns')} aria-expanded={open} icon={<SettingOutlined />} />
      </Tooltip>
    </Popover>
  )
}

function Choices({ columns: { all, choice, isChosen, choose, reset }, list }: Props) {
  const { t } = useTranslation()
  const free = all.filter(({ pinned }) => pinned !== true)
  return (
    <section aria-label={t('common:field.columns')}>
      <ul className="column-settings">
        {all.map((column) => (
          <ColumnChoice
            key={column.key}
            column={column}
            isOn={isShown(column, choice)}
            at={free.indexOf(column)}
            count={free.length}
            onShow={(on) => choose(showColumn(column, choice, on))}
            onMove={(by) => choose(moveColumn(all, choice, column.key, by))}
          />
        ))}
      </ul>
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

interface ChoiceProps {
  readonly column: Column
  readonly isOn: boolean
  /** Index among the movable columns; below 0 for a column that cannot be moved. */
  readonly at: number
  /** Number of movable columns. */
  readonly count: number
  readonly onShow: (on: boolean) => void
  readonly onMove: (by: 1 | -1) => void
}

function ColumnChoice({ column, isOn, at, count, onShow, onMove }: ChoiceProps) {
  const { t } = useTranslation()
  return (
    <li>
      <Checkbox checked={isOn} disabled={at < 0} onChange={({ target }) => onShow(target.checked)}>
        {column.tip ?? column.title}
      </Checkbox>
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
