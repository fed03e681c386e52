import type { TrialRow } from '@cloud-factory/contract/trial-assembly/trial-assemblies'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { StatusTag, type Tone } from '../../shared/ui/status-tag.tsx'

export type T = ReturnType<typeof useTranslation<'trial-assembly'>>['t']

const tones: Readonly<Record<TrialRow['status'], Tone>> = {
  open: 'active',
  released: 'good',
  cancelled: 'neutral',
}

export function TrialStatusTag({ status }: Pick<TrialRow, 'status'>) {
  const { t } = useTranslation('trial-assembly')
  return <StatusTag tone={tones[status]} text={t(`status.${status}`)} />
}
