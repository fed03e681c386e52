import { MoreOutlined } from '@ant-design/icons'
import type { DocumentRow } from '@cloud-factory/contract/order-documents'
import { Button, Dropdown } from 'antd'
import { useTranslation } from 'react-i18next'
import { useReasonText } from '../../../shared/ui/use-reason-text.ts'

export type DocumentAction = 'save' | 'version' | 'edit' | 'retire' | 'restore'

interface Props {
  readonly document: DocumentRow
  readonly onAct: (action: DocumentAction) => void
}

/** What can be done with a document; what cannot be done stays and says why. */
export function DocumentMenu({ document, onAct }: Props) {
  const { t } = useTranslation('documents')
  const reasonText = useReasonText()
  const { can, retired } = document
  const actions: readonly (readonly [DocumentAction, true | string])[] = [
    ['save', true],
    ['version', can.edit],
    ['edit', can.edit],
    retired === null ? ['retire', can.retire] : ['restore', can.restore],
  ]
  const items = actions.map(([key, allowed]) => ({
    key,
    disabled: allowed !== true,
    danger: key === 'retire',
    label: (
      <>
        {t(`action.${key}`)}
        {allowed !== true && <small className="menu-reason">{reasonText(allowed)}</small>}
      </>
    ),
  }))
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{ items, onClick: ({ key }) => onAct(key as DocumentAction) }}
    >
      <Button
        type="text"
        size="small"
        icon={<MoreOutlined />}
        aria-label={t('actions', { name: document.name })}
        aria-haspopup="menu"
      />
    </Dropdown>
  )
}
