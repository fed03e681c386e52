import type { PackageLimits, PackageRow } from '@cloud-factory/contract/shipping/packages'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import type { DeliveryRow } from '@cloud-factory/contract/shipping/deliveries'
import type { TFunction } from 'i18next'
import { kilograms, thousands } from '../../shared/format/numbers.ts'
import { StatusTag, type Tone } from '../../shared/ui/status-tag.tsx'

const packageTones: Readonly<Record<PackageRow['status'], Tone>> = {
  open: 'active',
  closed: 'neutral',
  shipped: 'good',
  received: 'good',
}
const deliveryTones: Readonly<Record<DeliveryRow['status'], Tone>> = {
  draft: 'neutral',
  loaded: 'active',
  sent: 'active',
  received: 'good',
}
/** In the order of their lives. */
export const packageStatusWords = Object.keys(packageTones) as readonly PackageRow['status'][]
export const deliveryStatusWords = Object.keys(deliveryTones) as readonly DeliveryRow['status'][]

export function PackageStatusTag({ status }: Pick<PackageRow, 'status'>) {
  const { t } = useTranslation('shipping')
  return <StatusTag tone={packageTones[status]} text={t(`packageStatus.${status}`)} />
}

export function DeliveryStatusTag({ status }: Pick<DeliveryRow, 'status'>) {
  const { t } = useTranslation('shipping')
  return <StatusTag tone={deliveryTones[status]} text={t(`deliveryStatus.${status}`)} />
}

/** `10,000 kg · 12,500 × 2,400 × – mm`; `word` without limits. */
export function limitsText(limits: PackageLimits, t: TFunction<'shipping'>): string {
  const { maxKg, maxLengthMm, maxWidthMm, maxHeightMm } = limits
  const sides = [maxLengthMm, maxWidthMm, maxHeightMm]
  const weight = maxKg === null ? [] : [`${thousands(maxKg)} kg`]
  const size = sides.every((side) => side === null)
    ? []
    : [`${sides.map((side) => (side === null ? '–' : thousands(side))).join(' × ')} mm`]
  return [...weight, ...size].join(' · ') || t('noLimits')
}

/** `缺 1 件，损 2 件`, and how many of those missing turned up later. */
export const exceptionsText = (
  { missing, found, damaged }: Pick<DeliveryRow, 'missing' | 'found' | 'damaged'>,
  t: TFunction<'shipping'>,
): string => t(found > 0 ? 'exceptionsFound' : 'exceptions', { missing, found, damaged })

/** The difference at the weighbridge with its sign, and a word besides the colour when it must be explained. */
export function Difference({ differenceKg, differs }: Pick<DeliveryRow, 'differenceKg' | 'differs'>) {
  const { t } = useTranslation('shipping')
  if (differenceKg === null) return '–'
  const text = `${differenceKg > 0 ? '+' : differenceKg < 0 ? '−' : ''}${kilograms(Math.abs(differenceKg))} kg`
  if (!differs) return text
  return (
    <span className="is-late">
      <span aria-hidden="true">▲</span> {text} {t('differs')}
    </span>
  )
}
