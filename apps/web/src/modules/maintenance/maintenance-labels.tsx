import type { PlanState, RepairStatus } from '@cloud-factory/domain/maintenance/maintenance-enums'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { StatusTag, type Tone } from '../../shared/ui/status-tag.tsx'

const repairTones: Readonly<Record<RepairStatus, Tone>> = {
  reported: 'bad',
  accepted: 'warn',
  working: 'active',
  done: 'warn',
  verified: 'good',
  cancelled: 'neutral',
}
const planTones: Readonly<Record<PlanState, Tone>> = {
  overdue: 'bad',
  due: 'warn',
  later: 'good',
  untold: 'warn',
  off: 'neutral',
}

export function RepairStatusTag({ status }: { readonly status: RepairStatus }) {
  const { t } = useTranslation('maintenance')
  return <StatusTag tone={repairTones[status]} text={t(`status.${status}`)} />
}

export function PlanStateTag({ state }: { readonly state: PlanState }) {
  const { t } = useTranslation('maintenance')
  return <StatusTag tone={planTones[state]} text={t(`state.${state}`)} />
}

/** `1 h 30 min`; below a minute `0 min`. */
export function hoursShown(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
