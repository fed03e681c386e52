import { useTranslation } from 'react-i18next'
import { useSettings } from '../../../shared/settings.ts'
import { useReasonText } from '../../../shared/ui/use-reason-text.ts'
import { type CellProps, useCell } from './use-cell.ts'

/** What is judged by eye: in order or not. Pressed again, it is taken back. */
export function LookCell(props: CellProps) {
  const { form, item, point } = props
  const { t } = useTranslation('inspections')
  const language = useSettings((settings) => settings.language)
  const reasonText = useReasonText()
  const { value, isPending, trouble, keep } = useCell(props)
  const name = t('pointOf', { item: item.names[language], point })
  return (
    <fieldset className={`look ${isPending ? 'is-pending' : ''}`} aria-label={name}>
      {(['1', '0'] as const).map((look) => (
        <button
          key={look}
          type="button"
          {...(look === '1' ? { 'data-point': point } : {})}
          className={`look-${look === '1' ? 'good' : 'bad'}`}
          aria-pressed={value === look}
          disabled={form.can.read !== true}
          onClick={() => keep(value === look ? null : look)}
        >
          {t(look === '1' ? 'inOrder' : 'notInOrder')}
        </button>
      ))}
      {trouble !== undefined && (
        <small className="is-late" role="status">
          {trouble.is === 'changed'
            ? t('changedBy', { value: trouble.theirs ?? '–' })
            : reasonText(trouble.reason)}
        </small>
      )}
    </fieldset>
  )
}
