import { Button, Pagination } from 'antd'
import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ColumnSettings } from './column-settings.tsx'
import { ListBar } from './list-bar.tsx'
import { pageSizes } from './list-state.rules.ts'
import type { List } from './use-list-state.ts'
import { SavedViews } from './view-menu.tsx'
import type { ViewMenuProps } from './use-views.ts'

// Loaded together with the controls.
export { ProblemAlert } from '../ui/problem-alert.tsx'

type Props = Omit<ComponentProps<typeof ListBar>, 'columnSettings' | 'views'> &
  Pick<ComponentProps<typeof ColumnSettings>, 'columns'> & { readonly views: ViewMenuProps['views'] | null }

/** Everything above the rows. */
export function ListControls({ columns, views, ...bar }: Props) {
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
