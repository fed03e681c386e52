import { DownloadOutlined, PlusOutlined } from '@ant-design/icons'
import { priorities } from '@cloud-factory/domain/orders/order-statuses'
import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import { Button, Checkbox, Dropdown } from 'antd'
import { useTranslation } from 'react-i18next'
import { DaysFilter } from '../../shared/list/days-filter.tsx'
import { choices, SelectFilters } from '../../shared/list/select-filter.tsx'
import type { List } from '../../shared/list/use-list-state.ts'
import type { ListWish, ShownColumn } from './list-wish.ts'
import { openStatuses, orderStatusWords } from './order-labels.tsx'
import { AssigneeFilter } from '../inbox/assignee-select.tsx'
import { ProjectFilter } from '../projects/project-select.tsx'

/** Filters of the order list. */
export function OrderFilters({ list }: { readonly list: List }) {
  const { t } = useTranslation('orders')
  return (
    <>
      <SelectFilters
        list={list}
        filters={{
          status: [t('field.status'), choices(orderStatusWords, (value) => t(`status.${value}`))],
          priority: [t('field.priority'), choices(priorities, (value) => t(`priority.${value}`))],
        }}
      />
      <ProjectFilter list={list} />
      <AssigneeFilter kind="order" list={list} />
      <DaysFilter list={list} names={['dueFrom', 'dueTo']} labels={[t('dueFrom'), t('dueTo')]} />
      <Checkbox
        checked={list.state.filters['status'] === openStatuses}
        onChange={({ target }) => list.filter({ status: target.checked ? openStatuses : undefined })}
      >
        {t('openOnly')}
      </Checkbox>
      <Checkbox
        checked={list.state.filters['late'] === 'true'}
        onChange={({ target }) => list.filter({ late: target.checked ? 'true' : undefined })}
      >
        {t('lateOnly')}
      </Checkbox>
      <Checkbox
        checked={list.state.filters['held'] === 'true'}
        onChange={({ target }) => list.filter({ held: target.checked ? 'true' : undefined })}
      >
        {t('order-list:heldOnly')}
      </Checkbox>
    </>
  )
}

export function NewOrderButton({ onClick }: { readonly onClick: () => void }) {
  const { t } = useTranslation('orders')
  return (
    <Button type="primary" icon={<PlusOutlined />} onClick={onClick}>
      {t('newOrder')}
    </Button>
  )
}

interface ExportButtonProps {
  readonly page: readonly OrderRow[]
  readonly shown: readonly ShownColumn[]
  readonly onWish: (wish: ListWish) => void
}

/** All that match, or what is on this page, as a file. */
export function ExportButton({ page, shown, onWish }: ExportButtonProps) {
  const { t } = useTranslation('order-list')
  const choose = (key: string) =>
    onWish({ act: 'export', shown, ids: key === 'page' ? page.map(({ id }) => id) : null })
  const items = [
    { key: 'all', label: t('exportAll') },
    { key: 'page', label: t('exportPage') },
  ]
  return (
    <Dropdown
      trigger={['click']}
      disabled={page.length === 0}
      placement="bottomRight"
      menu={{ items, onClick: ({ key }) => choose(key) }}
    >
      <Button
        icon={<DownloadOutlined />}
        aria-haspopup="menu"
        title={page.length === 0 ? t('exportNone') : undefined}
      >
        {t('export')}
      </Button>
    </Dropdown>
  )
}
