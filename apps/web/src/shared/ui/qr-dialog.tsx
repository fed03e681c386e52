import { Modal } from 'antd'
import { useTranslation } from '../i18n/use-translation.tsx'
import { QrCode } from './qr-code.tsx'

interface Props {
  readonly text: string
  readonly of: string
  readonly onClose: () => void
}

/** A QR code, large enough to be scanned from the screen, with its text. */
export function QrDialog({ text, of, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <Modal open title={of} width={360} footer={null} onCancel={onClose}>
      <QrCode className="qr-shown" text={text} label={t('common:qrCode')} />
      <code className="qr-text">{text}</code>
    </Modal>
  )
}
