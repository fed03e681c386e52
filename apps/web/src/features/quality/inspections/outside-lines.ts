import type { FormItem, InspectionForm } from '@cloud-factory/contract/inspection-forms'
import { limitsText } from '@cloud-factory/contract/limits-text.rules'
import { soundPieces } from '@cloud-factory/contract/verdict.rules'
import { useTranslation } from 'react-i18next'
import { useSettings } from '../../../shared/settings.ts'

/** So many readings are written out; the inspection itself has all of them. */
const maxLines = 12

/** Pieces that a failed lot does not let go, as the server finds them too. */
export function failedPieces({ byRule, lot, readings }: InspectionForm): InspectionForm['lot'] {
  const sound = soundPieces(byRule.verdict, lot, readings)
  return lot.filter(({ id }) => !sound.has(id))
}

/** What a report on the lot begins with: its readings outside, a line each. */
export function useOutsideLines(): (form: InspectionForm) => string {
  const { t } = useTranslation('inspections')
  const language = useSettings((settings) => settings.language)
  return (form) => {
    const serials = new Map(form.lot.map(({ id, serial }) => [id, serial]))
    const items = new Map(form.items.map((item) => [item.id, item]))
    const outside = form.readings.filter(({ inside }) => !inside)
    const lines = outside.slice(0, maxLines).flatMap(({ itemId, pieceId, value }) => {
      const item: FormItem | undefined = items.get(itemId)
      if (item === undefined) return []
      const words = { serial: serials.get(pieceId), item: item.names[language] }
      const limits = `${item.nominal === null ? '' : `${item.nominal} `}${limitsText(item, item.magnitude)} ${item.unit}`
      return item.measures === 'visual'
        ? [t('outsideLook', words)]
        : [t('outsideLine', { ...words, value, limits })]
    })
    const more = outside.length - maxLines
    return [...lines, ...(more > 0 ? [t('outsideMore', { count: more })] : [])].join('\n')
  }
}
