import type { NestBar, NestRow } from '@cloud-factory/contract/nesting/nests'
import { mitredEdges } from '@cloud-factory/domain/nesting/mitre'
import type { NestStatus } from '@cloud-factory/domain/nesting/nest-enums'
import type { TFunction } from 'i18next'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { absent, count } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
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

type Part = NestBar['parts'][number]

/** Angles at which a part is cut, and whether it lies the other way round; nothing for square cuts. */
export function cutsOf(t: TFunction<'nesting'>, { leftDeg, rightDeg, turned }: Part): string {
  if (leftDeg === 0 && rightDeg === 0) return ''
  return [t('angles', { left: leftDeg, right: rightDeg }), turned ? t('turned') : '']
    .filter(Boolean)
    .join(' · ')
}

/** A bar drawn to scale: its parts, its remnant, the rest is waste. */
export function BarStrip({ bar, profileMm }: { readonly bar: NestBar; readonly profileMm: number | null }) {
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
      {bar.parts.map((part) => {
        const { lower, upper } = mitredEdges(part, profileMm ?? 0)
        const corners = [
          [lower.from, 23],
          [lower.to, 23],
          [upper.to, 1],
          [upper.from, 1],
        ] as const
        return (
          <polygon
            key={part.position}
            className={part.scrapped ? 'is-scrapped' : 'is-part'}
            points={corners.map(([x, y]) => `${x * scale},${y}`).join(' ')}
          />
        )
      })}
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

/** Columns of the list of nests. */
export const nestColumns = (t: TFunction<'nesting'>): readonly Column<NestRow>[] => [
  {
    key: 'no',
    title: t('field.no'),
    width: 140,
    pinned: true,
    sort: 'id',
    render: ({ id, no }) => <Link to={`/order/nest/${id}`}>{no}</Link>,
  },
  {
    key: 'status',
    title: t('field.status'),
    width: 120,
    render: ({ status }) => <NestStatusTag status={status} />,
  },
  { key: 'profile', title: t('field.profile'), width: 160, render: ({ profile }) => profile },
  { key: 'grade', title: t('field.grade'), width: 90, render: ({ grade }) => grade || absent },
  { key: 'bars', title: t('field.bars'), width: 90, align: 'right', render: ({ bars }) => count(bars) },
  { key: 'parts', title: t('field.parts'), width: 90, align: 'right', render: ({ parts }) => count(parts) },
  {
    key: 'unmade',
    title: t('field.unmade'),
    width: 132,
    align: 'right',
    render: ({ unmadeParts }) => count(unmadeParts),
  },
  { key: 'waste', title: t('field.waste'), width: 90, align: 'right', render: ({ waste }) => share(waste) },
  {
    key: 'by',
    title: t('common:field.updatedBy'),
    width: { zh: 110, other: 150 },
    render: ({ updatedBy }) => updatedBy,
  },
]
