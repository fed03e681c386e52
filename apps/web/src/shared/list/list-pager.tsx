import { Pagination } from 'antd'
import { useTranslation } from 'react-i18next'
import { pageSizes } from './list-state.rules.ts'
import type { List } from './use-list-state.ts'

interface Props {
  readonly list: List
  /** Undefined while unknown. */
  readonly total: number | undefined
  /** More rows match than the server counts. */
  readonly more: boolean
}

/** Number of matches, and navigation through the pages. */
export function ListPager({ list, total, more }: Props) {
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
