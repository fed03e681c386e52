import type { InspectionForm } from '@cloud-factory/contract/inspection-forms'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { lazyPart } from '../../../shared/ui/lazy-part.ts'
import { Overlay } from '../../../shared/ui/overlay.tsx'
import { ReasonButton } from '../../../shared/ui/reason-button.tsx'
import { failedPieces, useOutsideLines } from './outside-lines.ts'

const RaiseForm = lazyPart(async () => (await import('../ncr/raise-form.tsx')).RaiseForm)

/** The way from a lot that failed to its report, filled in; one report a lot. */
export function RaiseLot({ form }: { readonly form: InspectionForm }) {
  const { t } = useTranslation('inspections')
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const linesOf = useOutsideLines()
  if (form.verdict !== 'fail') return null
  const pieces = failedPieces(form)
  const close = () => setOpen(false)
  return (
    <span {...RaiseForm.early}>
      <ReasonButton allowed={form.can.raise} onClick={() => setOpen(true)}>
        {t('raiseLot')}
      </ReasonButton>
      <Overlay onClose={close}>
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
      </Overlay>
    </span>
  )
}
