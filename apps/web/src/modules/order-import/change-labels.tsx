import { useTranslation } from 'react-i18next'
import { absent, count, exactKg, millimetres } from '../../shared/format/numbers.ts'
import { useSettings } from '../../shared/settings.ts'
import type { ChangeRow } from './revision.queries.ts'

type Figures = NonNullable<ChangeRow['before']>

const figureOf: Readonly<Record<string, (figures: Figures) => string>> = {
  quantity: ({ quantity }) => count(quantity),
  length: ({ lengthMm }) => `${millimetres(lengthMm)} mm`,
  weight: ({ netKg }) => `${exactKg(netKg)} kg`,
  profile: ({ profile }) => profile || absent,
  grade: ({ grade }) => grade ?? absent,
  revision: ({ revision }) => revision || absent,
}

/** Changed figures before and after; for a new or removed mark, its properties. */
export function ChangeWords({ change }: { readonly change: ChangeRow }) {
  const { t } = useTranslation('order-import')
  const { before, after, kind, fields } = change
  const shown = after ?? before
  if (kind !== 'changed' || before === null || after === null) {
    return shown === null ? (
      absent
    ) : (
      <>
        <span className={kind === 'removed' ? 'is-gone' : ''}>
          {t('revision.whatIs', {
            quantity: count(shown.quantity),
            profile: shown.profile || absent,
            kg: exactKg(shown.netKg),
          })}
        </span>
        {change.entersWork && <RouteWords route={change.route} />}
      </>
    )
  }
  return (
    <ul className="change-words">
      {fields.map((field) => {
        const figure = figureOf[field]
        return (
          <li key={field}>
            <span className="page-note">{t(`revision.field.${field}`)}</span>{' '}
            {figure !== undefined && (
              <>
                <span className="is-gone">{figure(before)}</span> → <strong>{figure(after)}</strong>
              </>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Route of the pieces of a new mark. */
function RouteWords({ route }: Pick<ChangeRow, 'route'>) {
  const { t } = useTranslation('order-import')
  const language = useSettings((settings) => settings.language)
  return (
    <div className={route === null ? 'is-late' : 'page-note'}>
      {route === null
        ? t('revision.noRoute')
        : t('revision.route', { route: `${route.code} ${route.names[language]}` })}
    </div>
  )
}

const untouched = new Set(['planned', 'issued', 'superseded', 'scrapped'])

/** Where the pieces of a mark are; started pieces in the danger colour. */
export function FloorWords({ change }: { readonly change: ChangeRow }) {
  const { t } = useTranslation('order-import')
  const { t: words } = useTranslation('orders')
  const counts = Object.entries(change.floor)
  if (counts.length === 0) return absent
  return (
    <span className="floor-words">
      {counts.map(([status, pieces]) => (
        <span key={status} className={untouched.has(status) ? '' : 'is-late'}>
          {words(`piece.${status}`)} {count(pieces)}
        </span>
      ))}
      {change.heldPieces > 0 && (
        <span className="is-late">{t('revision.onHold', { n: change.heldPieces })}</span>
      )}
    </span>
  )
}
