import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { numberOf } from './card.tsx'
import type { Counted } from './dashboard.queries.ts'

interface Props {
  readonly items: readonly Counted[]
  /** Colour of each, in the same order. */
  readonly tones: readonly string[]
}

/** Parts of a total, each with a bar relative to the largest part. */
export function ShareRows({ items, tones }: Props) {
  const { t } = useTranslation('dashboard')
  const most = Math.max(1, ...items.map(({ total }) => total))
  return (
    <ul className="share-rows">
      {items.map((item, at) => (
        <li key={item.id}>
          <Link to={item.to} className="share-row" data-tile={item.id}>
            <span className="share-name">{t(`tile.${item.id}`)}</span>
            <span className="share-track" aria-hidden>
              <span
                className={`share-bar is-${tones[at] ?? 'plain'}`}
                style={{ width: `${(item.total / most) * 100}%` }}
              />
            </span>
            <span className="share-count">{numberOf(item)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
