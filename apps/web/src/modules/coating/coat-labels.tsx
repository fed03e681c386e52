import type { CoatStatus } from '@cloud-factory/domain/welding/weld-enums'
import { useTranslation } from 'react-i18next'
import { StatusTag } from '../../shared/ui/status-tag.tsx'

const tones = { draft: 'active', pass: 'good', fail: 'bad' } as const

export function CoatStatusTag({ status }: { readonly status: CoatStatus }) {
  const { t } = useTranslation('coating')
  return <StatusTag tone={tones[status]} text={t(`status.${status}`)} />
}
