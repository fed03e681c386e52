import type { NestBar } from '@cloud-factory/contract/nesting/nests'
import type { NestStatus } from '@cloud-factory/domain/nesting/nest-enums'
import { useTranslation } from 'react-i18next'
import { absent } from '../../shared/format/numbers.ts'
import { StatusTag, type Tone } from '../../shared/ui/status-tag.tsx'

const tones: Readonly<Record<NestStatus, Tone>> = {
  solving: 'active',
  planned: 'warn',
  released: 'active',
  cut: 'good',
  cancelled: 'neutral',
  failed: 'bad',
}

export function NestStatusTag({ status }: { readonly status: NestStatus }) {
  const { t } = useTranslation('nesting')
  return <StatusTag tone={tones[status]} text={t(`status.${status}`)} />
}

/** A share of 1 as a percentage. */
export const share = (value: number | null): string =>
  value === null ? absent : `${(value * 100).toFixed(1)} %`

/** How far a cost can be from the best one. */
export const gapOf = (cost: number | null, bound: number | null): string =>
  cost === null || bound === null || cost === 0 ? absent : share((cost - bound) / cost)

/** A bar drawn to scale: its parts, its remnant, the rest is waste. */
export function BarStrip({ bar }: { readonly bar: NestBar }) {
  const { t } = useTranslation('nesting')
  const scale = 1000 / bar.lengthMm
  const parts = bar.parts.map(({ mark, part, lengthMm }) => `${mark} ${part} ${lengthMm}`).join(', ')
  return (
    <svg
      className="bar-strip"
      viewBox="0 0 1000 24"
      preserveAspectRatio="none"
      role="img"
      aria-label={t('strip', { parts, remnant: bar.remnantMm })}
    >
      <rect className="is-waste" x="0" y="0" width="1000" height="24" />
      {bar.parts.map(({ position, fromMm, lengthMm, scrapped }) => (
        <rect
          key={position}
          className={scrapped ? 'is-scrapped' : 'is-part'}
          x={fromMm * scale}
          y="1"
          width={lengthMm * scale}
          height="22"
        />
      ))}
      {bar.remnantMm > 0 && (
        <rect
          className="is-remnant"
          x={1000 - bar.remnantMm * scale}
          y="1"
          width={bar.remnantMm * scale}
          height="22"
        />
      )}
    </svg>
  )
}
