import type { CoatLayer, FireCoat } from '@cloud-factory/domain/coating/coating-resources'
import type { CoatStatus } from '@cloud-factory/domain/welding/weld-enums'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { absent } from '../../shared/format/numbers.ts'
import { StatusTag } from '../../shared/ui/status-tag.tsx'

const tones = { draft: 'active', pass: 'good', fail: 'bad' } as const

export function CoatStatusTag({ status }: { readonly status: CoatStatus }) {
  const { t } = useTranslation('coating')
  return <StatusTag tone={tones[status]} text={t(`status.${status}`)} />
}

export function LayersText({ layers }: { readonly layers: readonly CoatLayer[] }) {
  const { t } = useTranslation('coating')
  return layers.map(({ layer, product, minUm }) => `${t(`layer.${layer}`)} ${product} ${minUm}`).join(' + ')
}

export function FireText({ fire }: { readonly fire: FireCoat | null }) {
  const { t } = useTranslation('coating')
  return fire === null ? absent : `${t(`fire.${fire.type}`)} ${fire.designMm} mm`
}
