import { CheckOutlined, CopyOutlined } from '@ant-design/icons'
import { Alert, Button, Modal } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useInstant } from '../../shared/format/dates.ts'
import { ReturnFocus } from '../../shared/ui/return-focus.tsx'
import { useDirty } from '../../shared/tabs/tab-hooks.ts'

export interface HandOver {
  readonly username: string
  readonly oneTimePassword: string
  readonly expiresAt: string
}

/** A password that is shown this once, to be handed over. */
export function HandOverDialog({
  username,
  oneTimePassword,
  expiresAt,
  onClose,
}: HandOver & { onClose: () => void }) {
  const { t } = useTranslation('people')
  const instant = useInstant()
  const [copied, setCopied] = useState(false)
  const shown = useRef<HTMLOutputElement>(null)
  // Closing the tab would lose it for good.
  useDirty(true)
  return (
    <>
      <ReturnFocus />
      <Modal
        open
        title={t('handOver.title', { username })}
        closable={false}
        keyboard={false}
        mask={{ closable: false }}
        footer={
          <Button type="primary" onClick={onClose}>
            {t('handOver.done')}
          </Button>
        }
      >
        <p>{t('handOver.text', { at: instant(expiresAt) })}</p>
        <div className="one-time">
          <output ref={shown} aria-label={t('handOver.password')}>
            {oneTimePassword}
          </output>
          <Button
            icon={copied ? <CheckOutlined /> : <CopyOutlined />}
            onClick={() => void copy(oneTimePassword, shown.current).then(setCopied)}
          >
            {t(copied ? 'handOver.copied' : 'handOver.copy')}
          </Button>
        </div>
        <Alert type="warning" showIcon title={t('handOver.once')} />
      </Modal>
    </>
  )
}

/** Without https a page may not write to the clipboard; then the text is at least marked for Ctrl+C. */
async function copy(text: string, shown: HTMLElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    if (shown !== null) getSelection()?.selectAllChildren(shown)
    return false
  }
}
