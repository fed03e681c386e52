import type { InspectionForm } from '@cloud-factory/contract/inspection/inspection-forms'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import type { InspectionAction } from './inspection-action-dialog.tsx'
import { RaiseLot } from './raise-lot.tsx'
import { useQueue } from './reading-queue.ts'
import { InspectionActionDialog } from './inspection-action-dialog.tsx'

const shown: Readonly<Record<InspectionForm['status'], readonly InspectionAction[]>> = {
  draft: ['submit', 'cancel'],
  submitted: ['judge', 'return', 'cancel'],
  judged: ['lock', 'reopen', 'cancel'],
  locked: ['repeat', 'correct'],
  replaced: [],
  cancelled: [],
}

/** Actions on an inspection in its status, the next step first. */
export function InspectionActions({ form }: { readonly form: InspectionForm }) {
  const { t } = useTranslation('inspection')
  const navigate = useNavigate()
  const { pending } = useQueue(form.id)
  const [asked, ask] = useState<InspectionAction | null>(null)
  const actions = shown[form.status].filter((action) => action !== 'repeat' || form.verdict === 'fail')
  // While readings are being sent, the server's earlier response is outdated.
  const allowed = (action: InspectionAction) =>
    action === 'submit' && pending.size > 0 ? 'inspection.missing_points' : form.can[action]
  return (
    <span className="page-actions">
      {actions.map((action, index) => (
        <ReasonButton
          key={action}
          type={index === 0 ? 'primary' : 'default'}
          danger={action === 'cancel'}
          allowed={allowed(action)}
          onClick={() => ask(action)}
        >
          {t(`action.${action}`)}
        </ReasonButton>
      ))}
      <RaiseLot form={form} />
      {asked !== null && (
        <InspectionActionDialog
          form={form}
          action={asked}
          onDone={(next) => {
            ask(null)
            if (next !== form.id) void navigate(`/quality/inspection/${next}`)
          }}
          onClose={() => ask(null)}
        />
      )}
    </span>
  )
}
