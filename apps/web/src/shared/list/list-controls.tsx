import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  SettingOutlined,
  FilterOutlined,
  ReloadOutlined,
} from '@ant-design/icons'
import { Button, Checkbox, Popover, Segmented, Tooltip, Pagination } from 'antd'
import { useState, type ReactNode, type ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { type ColumnFacts, densities, isShown, moveColumn, showColumn } from './columns.rules.ts'
import type { Columns } from './use-columns.ts'
import type { List } from './use-list-state.ts'
import { SearchBox } from './search-box.tsx'
import { pageSizes } from './list-state.rules.ts'
import { SavedViews } from './view-menu.tsx'
import type { ViewMenuProps } from './use-views.ts'

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

interface ListBarProps {
  readonly list: List
  /** Placeholder of the search; null: the list has no search. */
  readonly searchHint?: string | null | undefined
  /** The menu of saved views. */
  readonly views?: ReactNode
  readonly filters?: ReactNode
  readonly actions?: ReactNode
  readonly columnSettings?: ReactNode
  readonly busy: boolean
  readonly onRefresh: () => void
}

/** Search, filters and buttons above a list; on a phone the filters are collapsible. */
export function ListBar(props: ListBarProps) {
  const { list, searchHint, views, filters, actions, columnSettings, busy, onRefresh } = props
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <div className="list-bar" role="search">
      {views}
      {searchHint !== null && (
        <SearchBox q={list.state.q} onSearch={(q) => list.change({ q })} hint={searchHint} />
      )}
      {filters !== undefined && (
        <>
          <Button
            className="list-filters-button"
            icon={<FilterOutlined />}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {t('table.filters')}
            {list.narrowed > 0 && ` (${list.narrowed})`}
          </Button>
          <div className={`list-filters ${open ? 'is-open' : ''}`}>{filters}</div>
        </>
      )}
      {list.narrowed > 0 && <Button onClick={list.reset}>{t('table.reset')}</Button>}
      {/* They wrap to a second line together. */}
      <span className="list-tools">
        <Tooltip title={t('table.refresh')}>
          <Button aria-label={t('table.refresh')} icon={<ReloadOutlined spin={busy} />} onClick={onRefresh} />
        </Tooltip>
        {columnSettings}
        {actions}
      </span>
    </div>
  )
}

// Loaded together with the controls.
export { ProblemAlert } from '../ui/problem-alert.tsx'

type ListControlsProps = Omit<ComponentProps<typeof ListBar>, 'columnSettings' | 'views'> &
  Pick<ComponentProps<typeof ColumnSettings>, 'columns'> & { readonly views: ViewMenuProps['views'] | null }

/** Everything above the rows. */
export function ListControls({ columns, views, ...bar }: ListControlsProps) {
  return (
    <ListBar
      {...bar}
      views={views !== null && <SavedViews views={views} list={bar.list} columns={columns} />}
      columnSettings={<ColumnSettings columns={columns} list={bar.list} />}
    />
  )
}

/** Shown instead of rows: nothing matches, or there are no rows at all. */
export function ListEmpty({ list, empty }: { readonly list: List; readonly empty: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className="list-empty">
      {list.narrowed === 0 ? (
        empty
      ) : (
        <>
          <span>{t('table.noMatch')}</span>
          <Button onClick={list.reset}>{t('table.reset')}</Button>
        </>
      )}
    </div>
  )
}

interface PagerProps {
  readonly list: List
  /** Undefined while unknown. */
  readonly total: number | undefined
  /** More rows match than the server counts. */
  readonly more: boolean
}

/** Number of matches, and navigation through the pages. */
export function ListPager({ list, total, more }: PagerProps) {
  const { t } = useTranslation()
  const { page, pageSize } = list.state
  return (
    <div className="list-pager">
      <span aria-live="polite">
        {total !== undefined && t(more ? 'table.more' : 'table.total', { count: total })}
      </span>
      <Pagination
        current={page}
        pageSize={pageSize}
        total={total ?? 0}
        pageSizeOptions={[...pageSizes]}
        showSizeChanger
        showLessItems
        responsive
        onChange={(to, size) => list.change(size === pageSize ? { page: to } : { pageSize: size, page: 1 })}
      />
    </div>
  )
}
