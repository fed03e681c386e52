import type { FormItem, InspectionForm } from '@cloud-factory/contract/inspection-forms'
import { limitsText } from '@cloud-factory/contract/limits-text.rules'
import { useTranslation } from 'react-i18next'
import { useSettings } from '../../../shared/settings.ts'
import { useToolText } from './inspection-labels.tsx'
import { LookCell } from './look-cell.tsx'
import { PhotoButton } from './photo-button.tsx'
import { RaiseLink } from './raise-link.tsx'
import { ReadingCell } from './reading-cell.tsx'
import { RemoveItem } from './remove-item.tsx'
import { useSizeText } from './use-size-text.ts'

interface Props {
  readonly form: InspectionForm
  readonly item: FormItem
  readonly pieceId: string
  readonly instrument: string | null
}

/** An item of the form at one piece: what it asks, and a field for each point. */
export function ItemRow({ form, item, pieceId, instrument }: Props) {
  const { t } = useTranslation('inspections')
  const sizeText = useSizeText()
  return (
    <tr>
      <ItemHead form={form} item={item} />
      <td data-label={t('field.nominal')}>{item.nominal === null ? '–' : `${item.nominal} ${item.unit}`}</td>
      <td data-label={t('field.limits')}>
        {item.missing.length > 0 ? (
          <span className="is-late">
            {t('missingSize', { sizes: item.missing.map(sizeText).join(', ') })}
          </span>
        ) : item.measures === 'visual' ? (
          t('byEye')
        ) : (
          `${limitsText(item, item.magnitude)} ${item.unit}`
        )}
      </td>
      <td>
        <div className="item-points">
          {Array.from({ length: item.points }, (_, index) => {
            const props = { form, item, pieceId, point: index + 1, instrument }
            // The points of an item are told apart by their number alone.
            return item.measures === 'visual' ? (
              <LookCell key={`look-${props.point}`} {...props} />
            ) : (
              <ReadingCell key={`point-${props.point}`} {...props} />
            )
          })}
        </div>
        <RaiseLink form={form} item={item} pieceId={pieceId} />
      </td>
      {form.can.read === true && <ItemActions form={form} item={item} pieceId={pieceId} />}
    </tr>
  )
}

/** What is read, with what, by which clause, and what is wrong with it so far. */
function ItemHead({ form, item }: Pick<Props, 'form' | 'item'>) {
  const { t } = useTranslation('inspections')
  const language = useSettings((settings) => settings.language)
  const toolText = useToolText()
  const verdict = form.byRule.items.find(({ itemId }) => itemId === item.id)
  const about = [
    toolText(item.tool),
    item.clause,
    item.asksPlace ? t(`place.${item.place}`) : '',
    item.added ? t('items.added') : '',
  ]
  return (
    <th scope="row">
      {item.class === 'main' && <b className="item-main">{t('main')}</b>} {item.names[language]}
      <small>{about.filter((word) => word !== '').join(' · ')}</small>
      {verdict !== undefined && verdict.points > 0 && verdict.reason !== null && (
        <small className="is-late">{t(`lotReason.${verdict.reason.replace('lot.', '')}`)}</small>
      )}
    </th>
  )
}

/** Photos of the item at this piece; an added item can be taken away. */
function ItemActions({ form, item, pieceId }: Omit<Props, 'instrument'>) {
  const { t } = useTranslation('inspections')
  const language = useSettings((settings) => settings.language)
  const own = form.photos.filter((photo) => photo.itemId === item.id && photo.pieceId === pieceId)
  return (
    <td className="item-deeds">
      <PhotoButton
        inspectionId={form.id}
        where={{ itemId: item.id, pieceId }}
        count={own.length}
        name={t('photo.of', { item: item.names[language] })}
      />
      {item.added && <RemoveItem form={form} item={item} />}
    </td>
  )
}
