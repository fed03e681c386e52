import { FilterOutlined, ReloadOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchBox } from './search-box.tsx'
import type { List } from './use-list-state.ts'

interface Props {
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
export function ListBar(props: Props) {
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
