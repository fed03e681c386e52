import type { InspectionForm } from '@cloud-factory/contract/inspection-forms'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { lazyPart } from '../../../shared/ui/lazy-part.ts'
import { Overlay } from '../../../shared/ui/overlay.tsx'
import { ReasonButton } from '../../../shared/ui/reason-button.tsx'
import type { InspectionDeed } from './deed-dialog.tsx'
import { RaiseLot } from './raise-lot.tsx'
import { useQueue } from './reading-queue.ts'

const DeedDialog = lazyPart(async () => (await import('./deed-dialog.tsx')).DeedDialog)

const shown: Readonly<Record<InspectionForm['status'], readonly InspectionDeed[]>> = {
  draft: ['submit', 'cancel'],
  submitted: ['judge', 'return', 'cancel'],
  judged: ['lock', 'reopen', 'cancel'],
  locked: ['repeat', 'correct'],
  replaced: [],
  cancelled: [],
}

/** What can be done with an inspection in its state, the next step first. */
export function InspectionDeeds({ form }: { readonly form: InspectionForm }) {
  const { t } = useTranslation('inspections')
  const navigate = useNavigate()
  const { pending } = useQueue(form.id)
  const [asked, ask] = useState<InspectionDeed | null>(null)
  const deeds = shown[form.status].filter((deed) => deed !== 'repeat' || form.verdict === 'fail')
  // While readings are on their way, what the server said before them is old.
  const may = (deed: InspectionDeed) =>
    deed === 'submit' && pending.size > 0 ? 'inspection.missing_points' : form.can[deed]
  return (
    <span className="page-actions" {...DeedDialog.early}>
      {deeds.map((deed, index) => (
        <ReasonButton
          key={deed}
          type={index === 0 ? 'primary' : 'default'}
          danger={deed === 'cancel'}
          may={may(deed)}
          onClick={() => ask(deed)}
        >
          {t(`deed.${deed}`)}
        </ReasonButton>
      ))}
      <RaiseLot form={form} />
      <Overlay onClose={() => ask(null)}>
        {asked !== null && (
          <DeedDialog
            form={form}
            deed={asked}
            onDone={(next) => {
              ask(null)
              if (next !== form.id) void navigate(`/quality/inspection/${next}`)
            }}
            onClose={() => ask(null)}
          />
        )}
      </Overlay>
    </span>
  )
}
