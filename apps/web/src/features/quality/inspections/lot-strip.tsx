import type { InspectionForm } from '@cloud-factory/contract/inspection-forms'
import { useTranslation } from 'react-i18next'
import { progressOf } from './cells.rules.ts'

interface Props {
  readonly form: InspectionForm
  readonly shown: string
  readonly onShow: (pieceId: string) => void
}

/** The pieces of the lot: those measured can be shown, each says how far it is; the others stand or fall with them. */
export function LotStrip({ form, shown, onShow }: Props) {
  const { t } = useTranslation('inspections')
  const others = form.lot.filter((piece) => !piece.measured)
  return (
    <div className="lot-strip" role="tablist" aria-label={t('pieces')}>
      {form.lot
        .filter((piece) => piece.measured)
        .map(({ id, serial }) => {
          const { read, points, outside } = progressOf(form, id)
          const state = outside > 0 ? 'is-bad' : read === points ? 'is-done' : ''
          return (
            <button
              key={id}
              type="button"
              role="tab"
              aria-selected={id === shown}
              className={`lot-piece ${state}`}
              onClick={() => onShow(id)}
            >
              {serial}
              <small>
                {outside > 0 ? '✗ ' : read === points ? '✓ ' : ''}
                {read}/{points}
              </small>
            </button>
          )
        })}
      {others.length > 0 && (
        <span className="lot-others" title={others.map(({ serial }) => serial).join(', ')}>
          {t('notMeasured', { count: others.length })}
        </span>
      )}
    </div>
  )
}
