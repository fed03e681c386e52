import { CheckOutlined, CopyOutlined } from '@ant-design/icons'
import { Alert, Button, Modal } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
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
  const { t } = useTranslation('identity')
  const instant = useInstant()
  const [copied, setCopied] = useState<'copy' | 'copied' | 'selected'>('copy')
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
            icon={copied === 'copied' ? <CheckOutlined /> : <CopyOutlined />}
            onClick={() =>
              void copy(oneTimePassword, shown.current).then((done) =>
                setCopied(done ? 'copied' : 'selected'),
              )
            }
          >
            {t(`handOver.${copied}`)}
          </Button>
        </div>
        <Alert type="warning" showIcon title={t('handOver.once')} />
      </Modal>
    </>
  )
}

/**
 * Without https a page has no clipboard, and with it the browser may refuse: then the text is selected and copied as by
 * Ctrl+C. False: it is only selected.
 */
async function copy(text: string, shown: HTMLElement | null): Promise<boolean> {
  const { clipboard } = navigator as { clipboard?: Clipboard }
  try {
    if (clipboard !== undefined) {
      await clipboard.writeText(text)
      return true
    }
  } catch {
    // Refused: as without https.
  }
  if (shown !== null) getSelection()?.selectAllChildren(shown)
  return shown !== null && document.execCommand('copy')
}
