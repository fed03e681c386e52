import type { InspectionForm, FormItem } from '@cloud-factory/contract/inspection/inspection-forms'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { limitsText } from '@cloud-factory/contract/standards/limits-text.rules'
import { soundPieces } from '@cloud-factory/contract/inspection/verdict.rules'
import { useSettings } from '../../shared/settings.ts'
import { RaiseForm } from '../ncr/raise-form.tsx'

/** So many readings are written out; the inspection itself has all of them. */
const maxLines = 12

/** Pieces that a failed lot does not let go, as the server finds them too. */
function failedPieces({ byRule, lot, readings }: InspectionForm): InspectionForm['lot'] {
  const sound = soundPieces(byRule.verdict, lot, readings)
  return lot.filter(({ id }) => !sound.has(id))
}

/** Initial text of a report on the lot: its readings outside the limits, one per line. */
function useOutsideLines(): (form: InspectionForm) => string {
  const { t } = useTranslation('inspection')
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

/** The way from a lot that failed to its report, filled in; one report a lot. */
export function RaiseLot({ form }: { readonly form: InspectionForm }) {
  const { t } = useTranslation('inspection')
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const linesOf = useOutsideLines()
  if (form.verdict !== 'fail') return null
  const pieces = failedPieces(form)
  const close = () => setOpen(false)
  return (
    <>
      <ReasonButton allowed={form.can.raise} onClick={() => setOpen(true)}>
        {t('raiseLot')}
      </ReasonButton>
      {open && (
        <RaiseForm
          pieces={pieces.map(({ id }) => id)}
          names={pieces.map(({ serial }) => serial)}
          inspectionId={form.id}
          itemId={null}
          lot={{ no: form.no, description: linesOf(form) }}
          onRaised={({ id }) => {
            close()
            void navigate(`/quality/ncr/${id}`)
          }}
          onClose={close}
        />
      )}
    </>
  )
}
