import type { QualityDocumentKind } from '@cloud-factory/domain/quality-documents/document-labels'
import { useTranslation } from 'react-i18next'
import { DocumentButton } from './document-button.tsx'

interface Props {
  readonly kind: QualityDocumentKind
  readonly id: string
}

/** The paper of one record. */
export function RecordDocument({ kind, id }: Props) {
  const { t } = useTranslation('quality-documents')
  return <DocumentButton documents={[{ kind, id, label: t(`kind.${kind}`) }]} />
}
