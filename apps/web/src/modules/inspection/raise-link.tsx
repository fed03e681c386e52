import type { FormItem, InspectionForm } from '@cloud-factory/contract/inspection/inspection-forms'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Allowed } from '../../shared/ui/allowed.tsx'

interface Props {
  readonly form: InspectionForm
  readonly item: FormItem
  readonly pieceId: string
}

/** From a reading outside to the report of it: the form comes with piece, inspection and item filled in. */
export function RaiseLink({ form, item, pieceId }: Props) {
  const { t } = useTranslation('inspection')
  const piece = form.lot.find(({ id }) => id === pieceId)
  const isOutside = form.readings.some(
    (reading) => reading.itemId === item.id && reading.pieceId === pieceId && !reading.inside,
  )
  if (!isOutside || piece === undefined) return null
  const asked = new URLSearchParams({
    raise: pieceId,
    as: piece.serial,
    inspection: form.id,
    item: item.id,
  })
  return (
    <Allowed permissionOr={['quality.inspect', 'quality.judge', 'order.report']}>
      <Link className="raise-link" to={`/quality/ncrs?${asked.toString()}`}>
        {t('raiseNcr')}
      </Link>
    </Allowed>
  )
}
