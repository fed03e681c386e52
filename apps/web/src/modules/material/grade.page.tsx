import './material.css'
import type { GradeDetail } from '@cloud-factory/contract/material/steel-grades'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useNavigate, useParams } from 'react-router'
import { useCloseTab } from '../../shared/tabs/tab-hooks.ts'
import { count } from '../../shared/format/numbers.ts'
import { type ActionPlaces, placeActions } from '../../shared/ui/record-actions.rules.ts'
import { RecordHead, stepsOf } from '../../shared/ui/record-head.tsx'
import { RecordPage } from '../../shared/ui/record-page.tsx'
import { editionStatuses } from '@cloud-factory/domain/inspection/quality-enums'
import { EditionTag } from './edition-tag.tsx'
import { LimitTable } from './limit-table.tsx'
import { gradeQuery } from './material.queries.ts'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { useQualityChanged } from '../quality-records/quality.queries.ts'
import { GradeForm } from './grade-form.tsx'
import { LimitForm } from './limit-form.tsx'

/** One edition of a grade: its limits with their sources, and its actions. */
export function GradePage() {
  const { t } = useTranslation('material')
  const { id = '' } = useParams()
  const query = useQuery(gradeQuery(id))
  return (
    <RecordPage query={query} title={({ code }) => code} list={{ to: '/quality/grades', text: t('toList') }}>
      {(grade) => <GradeShown key={id} grade={grade} />}
    </RecordPage>
  )
}

type HeadAction = GradeAction | 'addLimit' | 'copyGrade'
type OpenDialog = GradeAction | 'copyGrade' | { readonly limit: number | null }

const takesAway: ReadonlySet<HeadAction> = new Set(['delete'])

/** Actions of an edition by its status. */
const places: Readonly<Record<GradeDetail['status'], ActionPlaces<HeadAction>>> = {
  draft: { next: ['approve'], beside: ['addLimit'], more: ['copyGrade', 'delete'] },
  approved: { beside: ['copyGrade'], more: ['retire'] },
  retired: { beside: ['copyGrade'] },
}

function GradeShown({ grade }: { readonly grade: GradeDetail }) {
  const { t } = useTranslation('material')
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const close = () => setDialog(null)
  const limit = dialog !== null && typeof dialog === 'object' ? dialog.limit : undefined
  return (
    <div className="page material-page">
      <GradeHead
        grade={grade}
        onAct={(action) => setDialog(action === 'addLimit' ? { limit: null } : action)}
      />
      {grade.status === 'draft' && <p className="draft-note">{t('grades.draft')}</p>}
      <LimitTable grade={grade} onEdit={(index) => setDialog({ limit: index })} />
      {dialog === 'copyGrade' && (
        <GradeForm
          copyOf={grade}
          onSaved={({ id }) => {
            close()
            void navigate(`/quality/grade/${id}`)
          }}
          onClose={close}
        />
      )}
      {limit !== undefined && <LimitForm grade={grade} index={limit} onClose={close} />}
      {(dialog === 'approve' || dialog === 'retire' || dialog === 'delete') && (
        <GradeDialog grade={grade} action={dialog} onClose={close} />
      )}
    </div>
  )
}

interface HeadProps {
  readonly grade: GradeDetail
  readonly onAct: (action: HeadAction) => void
}

function GradeHead({ grade, onAct }: HeadProps) {
  const { t } = useTranslation('material')
  const { status, can } = grade
  return (
    <RecordHead
      no={grade.code}
      state={<EditionTag status={status} />}
      steps={stepsOf(editionStatuses, status, t('field.status'), (state) => t(`editionStatus.${state}`))}
      about={grade.source}
      actions={placeActions<HeadAction>({ ...can, addLimit: can.edit, copyGrade: can.copy }, places[status])}
      wordOf={(action) => t(`action.${action}`)}
      danger={takesAway}
      onAct={onAct}
      figures={[
        [t('field.standard'), `${grade.standard}-${grade.edition}`],
        [t('field.figures'), count(grade.figures)],
        [t('field.unchecked'), count(grade.unchecked)],
      ]}
    />
  )
}

type GradeAction = 'approve' | 'retire' | 'delete'

interface Props {
  readonly grade: GradeDetail
  readonly action: GradeAction
  readonly onClose: () => void
}

/** Asks before an edition is approved, retired or deleted. */
function GradeDialog({ grade, action, onClose }: Props) {
  const { t } = useTranslation('material')
  const changed = useQualityChanged()
  const closeTab = useCloseTab()
  const idempotencyKey = useRequestKey()
  const { id, version } = grade
  const act = async () => {
    const sent = { params: { id }, body: { version }, idempotencyKey }
    if (action === 'approve') await api('POST /api/steel-grades/:id/approve', sent)
    if (action === 'retire') await api('POST /api/steel-grades/:id/retire', sent)
    if (action === 'delete') await api('DELETE /api/steel-grades/:id', { params: { id }, query: { version } })
  }
  const done = () => {
    onClose()
    if (action === 'delete') void closeTab({ to: '/quality/grades', force: true })
    void changed()
  }
  return (
    <ActionDialog
      title={t(`gradeTitle.${action}`, { code: grade.code })}
      action={t(`action.${action}`)}
      danger={action === 'delete'}
      act={act}
      onDone={done}
      onClose={onClose}
    >
      {t(`gradeText.${action}`, { count: grade.unchecked })}
    </ActionDialog>
  )
}
