import { useTranslation } from 'react-i18next'
import { count } from '../../shared/format/numbers.ts'

/** Shown instead of sheets. */
export function NothingToPrint({ total, most }: { readonly total: number; readonly most: number }) {
  const { t } = useTranslation('printing')
  return (
    <p className="print-nothing" role="status">
      {total === 0 ? t('nothing') : t('tooMany', { total: count(total), most: count(most) })}
    </p>
  )
}
