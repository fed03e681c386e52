import { Alert, Button, Space } from 'antd'
import { useTranslation } from 'react-i18next'
import { bytesText, endings, type FileProblem, maxFileBytes, maxFiles } from './upload.rules.ts'

interface Props {
  readonly refused: readonly { readonly file: File; readonly reason: FileProblem }[]
  /** Number of files that can be sent all the same. */
  readonly good: number
  readonly onSend: () => void
  readonly onAgain: () => void
}

const shownAtMost = 20

/** Names each file that cannot be sent and the remedy; nothing was sent yet. */
export function RefusedFiles({ refused, good, onSend, onAgain }: Props) {
  const { t } = useTranslation('order-import')
  const limits = { endings: endings.join(' '), most: bytesText(maxFileBytes), files: maxFiles }
  return (
    <Alert
      type="error"
      showIcon
      title={t('refused.title', { n: refused.length })}
      description={
        <>
          <ul className="refused-files">
            {refused.slice(0, shownAtMost).map(({ file, reason }) => (
              <li key={`${file.name} ${reason}`}>
                {t(`refused.${reason}`, { name: file.name, size: bytesText(file.size), ...limits })}
              </li>
            ))}
            {refused.length > shownAtMost && (
              <li>{t('refused.more', { n: refused.length - shownAtMost })}</li>
            )}
          </ul>
          <Space wrap>
            <Button type="primary" onClick={onAgain}>
              {t('refused.again')}
            </Button>
            {good > 0 && <Button onClick={onSend}>{t('refused.sendRest', { n: good })}</Button>}
          </Space>
        </>
      }
    />
  )
}
