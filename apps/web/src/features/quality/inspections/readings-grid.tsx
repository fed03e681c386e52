import type { FormItem, InspectionForm } from '@cloud-factory/contract/inspection-forms'
import { type KeyboardEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSettings } from '../../../shared/settings.ts'
import { limitsText } from './cells.rules.ts'
import { InstrumentSelect, useInstrument } from './instrument-select.tsx'
import { LookCell } from './look-cell.tsx'
import { ReadingCell } from './reading-cell.tsx'
import { useSizeText } from './use-size-text.ts'

interface Props {
  readonly form: InspectionForm
  readonly pieceId: string
  /** Enter behind the last point. */
  readonly onDone: () => void
}

/** The form of one piece: an item a row, a field a point. Enter goes to the next one. */
export function ReadingsGrid({ form, pieceId, onDone }: Props) {
  const { t } = useTranslation('inspections')
  const [instrument, choose] = useInstrument(form.id)
  const grid = useRef<HTMLTableElement>(null)
  const next = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    const fields = [...(grid.current?.querySelectorAll<HTMLElement>('[data-point]') ?? [])]
    const at = fields.indexOf(event.target as HTMLElement)
    const field = fields[at + (event.shiftKey ? -1 : 1)]
    if (field !== undefined) field.focus()
    else if (!event.shiftKey) {
      ;(event.target as HTMLElement).blur()
      onDone()
    }
  }
  return (
    <section className="readings" aria-label={t('readings')}>
      {form.can.read === true && <InstrumentSelect chosen={instrument} onChoose={choose} />}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the fields in it */}
      <table ref={grid} className="readings-table" onKeyDown={next}>
        <thead>
          <tr>
            <th scope="col">{t('field.item')}</th>
            <th scope="col">{t('field.nominal')}</th>
            <th scope="col">{t('field.limits')}</th>
            <th scope="col">{t('field.readings')}</th>
          </tr>
        </thead>
        <tbody>
          {form.items.map((item) => (
            <ItemRow key={item.id} form={form} item={item} pieceId={pieceId} instrument={instrument} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface RowProps {
  readonly form: InspectionForm
  readonly item: FormItem
  readonly pieceId: string
  readonly instrument: string | null
}

function ItemRow({ form, item, pieceId, instrument }: RowProps) {
  const { t } = useTranslation('inspections')
  const language = useSettings((settings) => settings.language)
  const sizeText = useSizeText()
  // A usual tool has a name in each language; any other stands as it was written.
  const toolText = (tool: string) => t(`tool.${tool}`, { defaultValue: tool })
  const verdict = form.byRule.items.find(({ itemId }) => itemId === item.id)
  return (
    <tr>
      <th scope="row">
        {item.class === 'main' && <b className="item-main">{t('main')}</b>} {item.names[language]}
        <small>
          {[toolText(item.tool), item.clause].filter((word) => word !== '').join(' · ')}
          {item.asksPlace && ` · ${t(`place.${item.place}`)}`}
        </small>
        {verdict !== undefined && verdict.points > 0 && verdict.reason !== null && (
          <small className="is-late">{t(`lotReason.${verdict.reason.replace('lot.', '')}`)}</small>
        )}
      </th>
      <td data-label={t('field.nominal')}>{item.nominal === null ? '–' : `${item.nominal} ${item.unit}`}</td>
      <td data-label={t('field.limits')}>
        {item.missing.length > 0 ? (
          <span className="is-late">
            {t('missingSize', { sizes: item.missing.map(sizeText).join(', ') })}
          </span>
        ) : item.measures === 'visual' ? (
          t('byEye')
        ) : (
          `${limitsText(item)} ${item.unit}`
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
      </td>
    </tr>
  )
}
