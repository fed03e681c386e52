import type {
  LotStatus,
  MillCertificateStatus,
  StockTakeStatus,
} from '@cloud-factory/domain/material/material-enums'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { StatusTag, type Tone } from '../../shared/ui/status-tag.tsx'

const lotTones: Readonly<Record<LotStatus, Tone>> = {
  quarantine: 'warn',
  released: 'good',
  concession: 'active',
  rejected: 'bad',
}
const certificateTones: Readonly<Record<MillCertificateStatus, Tone>> = {
  draft: 'warn',
  accepted: 'good',
  rejected: 'bad',
}

export function LotStatusTag({ status }: { readonly status: LotStatus }) {
  const { t } = useTranslation('material')
  return <StatusTag tone={lotTones[status]} text={t(`lotStatus.${status}`)} />
}

export function CertificateStatusTag({ status }: { readonly status: MillCertificateStatus }) {
  const { t } = useTranslation('material')
  return <StatusTag tone={certificateTones[status]} text={t(`certificateStatus.${status}`)} />
}

const takeTones: Readonly<Record<StockTakeStatus, Tone>> = {
  open: 'active',
  closed: 'good',
  cancelled: 'neutral',
}

export function StockTakeTag({ status }: { readonly status: StockTakeStatus }) {
  const { t } = useTranslation('material')
  return <StatusTag tone={takeTones[status]} text={t(`take.status.${status}`)} />
}

/** `≤ 0.24`, `≥ 355`, `470–630`, or empty without limits. */
export function limitText({
  lower,
  upper,
}: {
  readonly lower: string | null
  readonly upper: string | null
}): string {
  if (lower !== null && upper !== null) return `${lower}–${upper}`
  if (lower !== null) return `≥ ${lower}`
  return upper === null ? '' : `≤ ${upper}`
}

/** `16 < t ≤ 40`; empty for any thickness. */
export function bandText({
  over,
  upTo,
}: {
  readonly over: string | null
  readonly upTo: string | null
}): string {
  if (over === null && upTo === null) return ''
  return [over === null ? '' : `${over} < `, 't', upTo === null ? '' : ` ≤ ${upTo}`].join('')
}
