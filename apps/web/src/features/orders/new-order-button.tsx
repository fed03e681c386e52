import { PlusOutlined } from '@ant-design/icons'
import { Button, type ButtonProps } from 'antd'
import { useTranslation } from 'react-i18next'

export function NewOrderButton(props: Pick<ButtonProps, 'onClick' | 'onPointerEnter' | 'onFocus'>) {
  const { t } = useTranslation('orders')
  return (
    <Button type="primary" icon={<PlusOutlined />} {...props}>
      {t('newOrder')}
    </Button>
  )
}
