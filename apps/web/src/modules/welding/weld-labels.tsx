import type { CertificateState, WeldState } from '@cloud-factory/domain/welding/weld-enums'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { StatusTag, type Tone } from '../../shared/ui/status-tag.tsx'

const tones: Readonly<Record<WeldState, Tone>> = {
  open: 'neutral',
  free: 'good',
  due: 'active',
  partly: 'active',
  failed: 'bad',
  repaired: 'warn',
  passed: 'good',
}
const certificateTones: Readonly<Record<CertificateState, Tone>> = {
  valid: 'good',
  soon: 'warn',
  expired: 'bad',
  future: 'neutral',
}

export function WeldStateTag({ state }: { readonly state: WeldState }) {
  const { t } = useTranslation('welding')
  return <StatusTag tone={tones[state]} text={t(`state.${state}`)} />
}

export function CertificateTag({ state }: { readonly state: CertificateState }) {
  const { t } = useTranslation('welding')
  return <StatusTag tone={certificateTones[state]} text={t(`certificateState.${state}`)} />
}

export function VerdictTag({ verdict }: { readonly verdict: 'pass' | 'fail' }) {
  const { t } = useTranslation('welding')
  return <StatusTag tone={verdict === 'pass' ? 'good' : 'bad'} text={t(`verdict.${verdict}`)} />
}
