import { DownloadOutlined } from '@ant-design/icons'
import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import { Button, Dropdown } from 'antd'
import { useTranslation } from 'react-i18next'
import type { ListWish, ShownColumn } from './list-wish.ts'

interface ExportButtonProps {
  readonly page: readonly OrderRow[]
  readonly shown: readonly ShownColumn[]
  readonly onWish: (wish: ListWish) => void
  /** Begins to fetch the dialog. */
  readonly early: object
}

/** All that match, or what is on this page, as a file. */
export function ExportButton({ page, shown, onWish, early }: ExportButtonProps) {
  const { t } = useTranslation('order-list')
  const choose = (key: string) =>
    onWish({ act: 'export', shown, ids: key === 'page' ? page.map(({ id }) => id) : null })
  const items = [
    { key: 'all', label: t('exportAll') },
    { key: 'page', label: t('exportPage') },
  ]
  return (
    <span {...early}>
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
    </span>
  )
}
