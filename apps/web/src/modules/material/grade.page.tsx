import './material.css'
import { PlusOutlined } from '@ant-design/icons'
import type { GradeDetail } from '@cloud-factory/contract/material/steel-grades'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams } from 'react-router'
import { useTabTitle, useCloseTab } from '../../shared/tabs/tab-hooks.ts'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
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
  const { data: grade, error, refetch } = useQuery(gradeQuery(id))
  useTabTitle(grade?.code)
  if (grade !== undefined) return <GradeShown key={id} grade={grade} />
  return (
    <div className="page">
      {error === null ? (
        <Skeleton active />
      ) : (
        <>
          <ProblemAlert error={error} onRetry={() => void refetch()} />
          <Link to="/quality/grades">{t('toList')}</Link>
        </>
      )}
    </div>
  )
}

type OpenDialog = GradeAction | 'copy' | { readonly limit: number | null }

function GradeShown({ grade }: { readonly grade: GradeDetail }) {
  const { t } = useTranslation('material')
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const close = () => setDialog(null)
  const limit = dialog !== null && typeof dialog === 'object' ? dialog.limit : undefined
  return (
    <div className="page material-page">
      <PageHeader
        title={
          <span className="material-title">
            {grade.code} <EditionTag status={grade.status} />
          </span>
        }
        note={`${grade.standard}-${grade.edition} · ${grade.source}`}
      >
        <ReasonButton
          allowed={grade.can.edit}
          icon={<PlusOutlined />}
          onClick={() => setDialog({ limit: null })}
        >
          {t('action.addLimit')}
        </ReasonButton>
        <ReasonButton allowed={grade.can.copy} onClick={() => setDialog('copy')}>
          {t('action.copyGrade')}
        </ReasonButton>
        <ReasonButton allowed={grade.can.delete} onClick={() => setDialog('delete')}>
          {t('action.delete')}
        </ReasonButton>
        <ReasonButton allowed={grade.can.retire} onClick={() => setDialog('retire')}>
          {t('action.retire')}
        </ReasonButton>
        <ReasonButton type="primary" allowed={grade.can.approve} onClick={() => setDialog('approve')}>
          {t('action.approve')}
        </ReasonButton>
      </PageHeader>
      {grade.status === 'draft' && <p className="draft-note">{t('grades.draft')}</p>}
      <LimitTable grade={grade} onEdit={(index) => setDialog({ limit: index })} />
      {dialog === 'copy' && (
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
