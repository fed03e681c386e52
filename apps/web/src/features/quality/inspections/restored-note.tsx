import type { InspectionForm } from '@cloud-factory/contract/inspection-forms'
import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useRestored } from './use-restored.ts'

/** Says that readings were put back which had not reached the server, or that some have no place any more. */
export function RestoredNote({ form }: { readonly form: InspectionForm }) {
  const { t } = useTranslation('inspections')
  const { count, orphans, discard, close } = useRestored(form)
  return (
    <>
      {count > 0 && (
        <Alert
          type="info"
          showIcon
          role="status"
          closable={{ onClose: close }}
          title={t('drafts.restored', { count })}
          description={t('drafts.restoredText')}
        />
      )}
      {orphans.length > 0 && (
        <Alert
          type="warning"
          showIcon
          role="status"
          title={t('drafts.orphans', { count: orphans.length })}
          description={
            <>
              {t('drafts.orphansText')} {orphans.map(({ text }) => text).join(' · ')}
            </>
          }
          action={
            <Button size="small" onClick={discard}>
              {t('drafts.discard')}
            </Button>
          }
        />
      )}
    </>
  )
}
