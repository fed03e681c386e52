import type { NcrSeverity, NcrStatus } from '@cloud-factory/domain/ncr/ncr-enums'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { StatusTag, type Tone } from '../../shared/ui/status-tag.tsx'

const statusTones: Readonly<Record<NcrStatus, Tone>> = {
  open: 'bad',
  dispositioned: 'warn',
  approved: 'active',
  executing: 'active',
  verify: 'warn',
  closed: 'good',
  cancelled: 'neutral',
}
const severityTones: Readonly<Record<NcrSeverity, Tone>> = {
  minor: 'neutral',
  major: 'warn',
  critical: 'bad',
}

export function NcrStatusTag({ status }: { readonly status: NcrStatus }) {
  const { t } = useTranslation('ncr')
  return <StatusTag tone={statusTones[status]} text={t(`status.${status}`)} />
}

export function SeverityTag({ severity }: { readonly severity: NcrSeverity }) {
  const { t } = useTranslation('ncr')
  return <StatusTag tone={severityTones[severity]} text={t(`severity.${severity}`)} />
}
