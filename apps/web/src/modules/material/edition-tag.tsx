import type { EditionStatus } from '@cloud-factory/domain/inspection/quality-enums'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { StatusTag, type Tone } from '../../shared/ui/status-tag.tsx'

const tones: Readonly<Record<EditionStatus, Tone>> = { draft: 'warn', approved: 'good', retired: 'neutral' }

export function EditionTag({ status }: { readonly status: EditionStatus }) {
  const { t } = useTranslation('material')
  return <StatusTag tone={tones[status]} text={t(`editionStatus.${status}`)} />
}
