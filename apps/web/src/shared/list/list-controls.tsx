import { FilterOutlined, ReloadOutlined, SettingOutlined } from '@ant-design/icons'
import { useState, type ReactNode, type ComponentProps } from 'react'
import { useTranslation } from '../i18n/use-translation.tsx'
import { lazyThemed } from '../theme/lazy-themed.tsx'
import { Overlay } from '../ui/overlay.tsx'
import type { ColumnSettingsProps } from './column-choices.tsx'
import { count } from '../format/numbers.ts'
import type { List } from './use-list-state.ts'
import { PrintList } from './print-sheet.tsx'
import { SearchBox } from './search-box.tsx'
import { Button } from '../ui/button.tsx'
import { Pager } from './pager.tsx'
import { pageSizes } from './list-state.rules.ts'
import { SavedViews } from './view-menu.tsx'
import type { ViewMenuProps } from './use-views.ts'

const ColumnChoices = lazyThemed(async () => (await import('./column-choices.tsx')).ColumnChoices)

interface ListBarProps {
  readonly list: List
  /** Placeholder of the search; null: the list has no search. */
  readonly searchHint?: string | null | undefined
  /** The menu of saved views. */
  readonly views?: ReactNode
  readonly filters?: ReactNode
  readonly actions?: ReactNode
  readonly columnSettings?: ReactNode
  readonly print?: ReactNode
  readonly busy: boolean
  readonly onRefresh: () => void
}

/** Search, filters and buttons above a list; on a phone the filters are collapsible. */
function ListBar(props: ListBarProps) {
  const { list, searchHint, views, filters, actions, columnSettings, print, busy, onRefresh } = props
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
            icon={<FilterOutlined aria-hidden="true" />}
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
        <Button
          title={t('table.refresh')}
          icon={<ReloadOutlined spin={busy} aria-hidden="true" />}
          onClick={onRefresh}
        />
        {columnSettings}
        {print}
        {actions}
      </span>
    </div>
  )
}

function ColumnSettings(props: ColumnSettingsProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <span className="column-button">
      <Button
        title={t('common:field.columns')}
        aria-expanded={isOpen}
        icon={<SettingOutlined aria-hidden="true" />}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={({ key }) => key === 'Escape' && close()}
      />
      {isOpen && (
        <Overlay onClose={close}>
          <ColumnChoices {...props} onClose={close} />
        </Overlay>
      )}
    </span>
  )
}

type ListControlsProps = Omit<ComponentProps<typeof ListBar>, 'columnSettings' | 'views' | 'print'> &
  Pick<ColumnSettingsProps, 'columns'> &
  ComponentProps<typeof PrintList> & { readonly views: ViewMenuProps['views'] | null }

/** Everything above the rows. */
export function ListControls({ columns, views, print, onSheet, ...bar }: ListControlsProps) {
  return (
    <ListBar
      {...bar}
      views={views !== null && <SavedViews views={views} list={bar.list} columns={columns} />}
      columnSettings={<ColumnSettings columns={columns} list={bar.list} />}
      print={<PrintList print={print} onSheet={onSheet} />}
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
        {total !== undefined && t(more ? 'table.more' : 'table.total', { count: count(total) })}
      </span>
      <Pager
        page={page}
        pageSize={pageSize}
        total={total ?? 0}
        sizes={pageSizes}
        onChange={(to, size) => list.change(size === pageSize ? { page: to } : { pageSize: size, page: 1 })}
      />
    </div>
  )
}
