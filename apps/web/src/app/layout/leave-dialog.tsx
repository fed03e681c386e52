import { Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { useLeaveQuestion } from '../../shared/tabs/leave-guard.ts'

/** One dialog that names every tab with unsaved work. */
export function LeaveDialog() {
  const { t } = useTranslation()
  const { tabs, answer } = useLeaveQuestion()
  return (
    <Modal
      open={tabs.length > 0}
      title={t('leave.title')}
      okText={t('leave.discard')}
      cancelText={t('leave.stay')}
      okButtonProps={{ danger: true }}
      onOk={() => answer(true)}
      onCancel={() => answer(false)}
      destroyOnHidden
    >
      <p>{t('leave.text')}</p>
      <ul className="leave-tabs">
        {tabs.map(({ id, title, titleKey }) => (
          <li key={id}>{title ?? t(`route.${titleKey}`)}</li>
        ))}
      </ul>
    </Modal>
  )
}
