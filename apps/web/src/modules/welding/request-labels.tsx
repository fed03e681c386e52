import type { NdtStatus } from '@cloud-factory/domain/welding/weld-enums'
import { useTranslation } from 'react-i18next'
import { StatusTag } from '../../shared/ui/status-tag.tsx'

const tones = { open: 'active', done: 'good', cancelled: 'neutral' } as const

export function RequestStatusTag({ status }: { readonly status: NdtStatus }) {
  const { t } = useTranslation('welding')
  return <StatusTag tone={tones[status]} text={t(`requestStatus.${status}`)} />
}
