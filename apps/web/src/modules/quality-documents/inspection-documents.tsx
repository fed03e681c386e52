import type { InspectionForm } from '@cloud-factory/contract/inspection/inspection-forms'
import { useTranslation } from 'react-i18next'
import { DocumentButton } from './document-button.tsx'

/** The report of an inspection, or the dossier of its order. */
export function InspectionDocuments({ form }: { readonly form: InspectionForm }) {
  const { t } = useTranslation('quality-documents')
  const { id, order } = form
  const report = { kind: 'report', id, label: t('report') } as const
  return (
    <DocumentButton
      documents={
        order === null
          ? [report]
          : [report, { kind: 'dossier', id: order.id, label: t('dossier', { no: order.no }) }]
      }
    />
  )
}
