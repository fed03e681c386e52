import type { ImportView } from '@cloud-factory/contract/order-imports'
import { Progress } from 'antd'
import { useTranslation } from 'react-i18next'
import { bytesText } from './upload.rules.ts'

/** The server is at work: how far it is, and that nobody has to wait here. */
export function ImportWork({ view }: { readonly view: ImportView }) {
  const { t } = useTranslation('imports')
  const reading = view.status === 'reading'
  const bytes = view.files.reduce((sum, file) => sum + file.bytes, 0)
  return (
    <section className="import-card" role="status">
      <h2>{t(reading ? 'work.reading' : 'work.applying')}</h2>
      <Progress
        percent={view.progress}
        status="active"
        aria-label={t(reading ? 'work.reading' : 'work.applying')}
      />
      <p className="page-note">
        {t('work.files', { n: view.files.length, size: bytesText(bytes) })}
        {' · '}
        {t('work.mayLeave')}
      </p>
    </section>
  )
}
