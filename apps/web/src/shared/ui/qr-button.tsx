import { QrcodeOutlined } from '@ant-design/icons'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { QrCode } from './qr-code.tsx'
import './record-head.css'

interface Props {
  /** What a scanner reads. */
  readonly text: string
  /** What the code is of. */
  readonly of: string
  /** In a row of a list. */
  readonly small?: boolean
}

/** An icon that shows a QR code, large enough to be scanned from the screen, with its text. */
export function QrButton({ text, of, small = false }: Props) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        icon={<QrcodeOutlined />}
        aria-label={`${t('common:qrCode')}: ${of}`}
        title={t('common:qrCode')}
        onClick={() => setOpen(true)}
        {...(small ? { type: 'text', size: 'small' } : {})}
      />
      {open && (
        <Modal open title={of} width={360} footer={null} onCancel={() => setOpen(false)}>
          <QrCode className="qr-shown" text={text} label={t('common:qrCode')} />
          <code className="qr-text">{text}</code>
        </Modal>
      )}
    </>
  )
}
