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
        .map(({ id, serial, verdict }) => {
          const { read, points, outside } = progressOf(form, id)
          // A verdict says more than readings: in a lot that passed, a few may lie outside.
          const isBad = verdict === null ? outside > 0 : verdict === 'fail'
          const isDone = verdict === null ? read === points : verdict === 'pass'
          const state = isBad ? 'is-bad' : isDone ? 'is-done' : ''
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
                {isBad ? '✗ ' : isDone ? '✓ ' : ''}
                {verdict === null ? `${read}/${points}` : t(`verdict.${verdict}`)}
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
