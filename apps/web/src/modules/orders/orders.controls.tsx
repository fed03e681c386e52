import { DownloadOutlined, PlusOutlined } from '@ant-design/icons'
import { priorities } from '@cloud-factory/domain/orders/order-statuses'
import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { DaysFilter } from '../../shared/list/days-filter.tsx'
import { choices, SelectFilters } from '../../shared/list/select-filter.tsx'
import type { List } from '../../shared/list/use-list-state.ts'
import type { ListWish, ShownColumn } from './list-wish.ts'
import { openStatuses, orderStatusWords } from './order-labels.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { MenuButton } from '../../shared/ui/popup-menu.tsx'
import { AssigneeFilter } from '../inbox/assignee-select.tsx'
import { ProjectFilter } from '../projects/project-filter.tsx'

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
      <FilterBox list={list} name="status" value={openStatuses} label={t('openOnly')} />
      <FilterBox list={list} name="late" label={t('lateOnly')} />
      <FilterBox list={list} name="held" label={t('order-list:heldOnly')} />
    </>
  )
}

interface BoxProps {
  readonly list: List
  readonly name: string
  /** The filter's value when the box is ticked. */
  readonly value?: string
  readonly label: string
}

const FilterBox = ({ list, name, value = 'true', label }: BoxProps) => (
  <label className="list-check">
    <input
      type="checkbox"
      checked={list.state.filters[name] === value}
      onChange={({ target }) => list.filter({ [name]: target.checked ? value : undefined })}
    />
    {label}
  </label>
)

export function NewOrderButton({ onClick }: { readonly onClick: () => void }) {
  const { t } = useTranslation('orders')
  return (
    <Button primary icon={<PlusOutlined aria-hidden="true" />} onClick={onClick}>
      {t('form.create')}
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
  const choice = (key: 'all' | 'page', ids: readonly string[] | null) => ({
    key,
    label: t(key === 'all' ? 'exportAll' : 'exportPage'),
    onChoose: () => onWish({ act: 'export', shown, ids }),
  })
  return (
    <MenuButton
      className="button"
      label={t('export')}
      side="end"
      disabled={page.length === 0}
      title={page.length === 0 ? t('exportNone') : undefined}
      choices={[
        choice('all', null),
        choice(
          'page',
          page.map(({ id }) => id),
        ),
      ]}
    >
      <DownloadOutlined aria-hidden="true" />
      {t('export')}
    </MenuButton>
  )
}
