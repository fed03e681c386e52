import { QrcodeOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { useTranslation } from '../i18n/use-translation.tsx'
import { lazyDialog } from './lazy-dialog.tsx'
import { Button } from './button.tsx'
import './record-head.css'

const QrDialog = lazyDialog(async () => (await import('./qr-dialog.tsx')).QrDialog)

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
        size={small ? 'small' : undefined}
        aria-label={`${t('common:qrCode')}: ${of}`}
        title={t('common:qrCode')}
        onClick={() => setOpen(true)}
      />
      {open && <QrDialog text={text} of={of} onClose={() => setOpen(false)} />}
    </>
  )
}
