import { useTranslation } from 'react-i18next'
import { useSettings } from '../../../shared/settings.ts'
import { useReasonText } from '../../../shared/ui/use-reason-text.ts'
import { statusOf } from './cells.rules.ts'
import { typedDecimal } from './typed-decimal.rules.ts'
import { type CellProps, useCell } from './use-cell.ts'

/** A field for one reading, judged while it is typed and saved when it is left. */
export function ReadingCell(props: CellProps) {
  const { form, item, point } = props
  const { t } = useTranslation('inspections')
  const language = useSettings((settings) => settings.language)
  const reasonText = useReasonText()
  const { value, isPending, trouble, typed, type, keep } = useCell(props)
  const text = typed ?? value ?? ''
  const standing = statusOf(item, text)
  const troubleText = () => {
    if (trouble === undefined) return standing === 'wrong' && typed !== null ? t('notNumber') : null
    return trouble.is === 'changed'
      ? t('changedBy', { value: trouble.theirs ?? '–' })
      : reasonText(trouble.reason)
  }
  const note = troubleText()
  const leave = () => {
    if (typed === null) return
    const read = typedDecimal(typed)
    // What is no number stays, marked, to be mended.
    if (read === null) return
    keep(read === '' ? null : read)
  }
  return (
    <span className={`reading is-${standing} ${isPending ? 'is-pending' : ''}`}>
      <input
        data-point={point}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        maxLength={24}
        readOnly={form.can.read !== true || item.missing.length > 0}
        aria-label={t('pointOf', { item: item.names[language], point })}
        aria-invalid={standing === 'wrong' || standing === 'outside'}
        value={text}
        onChange={({ target }) => type(target.value)}
        onFocus={({ target }) => target.select()}
        onBlur={leave}
      />
      <i aria-hidden="true">{standing === 'inside' ? '✓' : standing === 'outside' ? '✗' : ''}</i>
      {note !== null && (
        <small className="is-late" role="status">
          {note}
        </small>
      )}
    </span>
  )
}
