import type { PaperKind } from '@cloud-factory/contract/paper-words'
import { useTranslation } from 'react-i18next'
import { PaperButton } from './paper-button.tsx'

interface Props {
  readonly kind: PaperKind
  readonly id: string
}

/** The paper of one record. */
export function RecordPaper({ kind, id }: Props) {
  const { t } = useTranslation('quality-documents')
  return <PaperButton papers={[{ kind, id, label: t(`kind.${kind}`) }]} />
}
