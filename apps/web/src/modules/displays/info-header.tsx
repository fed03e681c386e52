import { CloudUploadOutlined, SaveOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useInstant } from '../../shared/format/dates.ts'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import type { InfoWork } from './use-info-draft.ts'

interface Props {
  readonly work: InfoWork
  /** Number of problems that prevent publication. */
  readonly problems: number
  readonly onPublish: () => void
}

/** Status of the draft, and its actions. */
export function InfoHeader({ work, problems, onPublish }: Props) {
  const { t } = useTranslation('display-info')
  const { base, isDirty, saving } = work
  const { publish } = base.can
  const canPublish = publish === 'display.settled' && isDirty ? true : publish
  return (
    <PageHeader title={t('shell:route.baseInfoEdit')} note={<Standing work={work} />}>
      {isDirty && (
        <Button onClick={work.discard} disabled={saving}>
          {t('discard')}
        </Button>
      )}
      <ReasonButton
        icon={<SaveOutlined />}
        allowed={work.locked || isDirty ? base.can.save : 'display.unchanged'}
        loading={saving}
        onClick={() => void work.save()}
        {...(isDirty && { title: 'Ctrl+S' })}
      >
        {t('save')}
      </ReasonButton>
      <ReasonButton
        type="primary"
        icon={<CloudUploadOutlined />}
        allowed={problems > 0 && canPublish === true ? 'display.has_problems' : canPublish}
        onClick={onPublish}
      >
        {t('publish')}
      </ReasonButton>
    </PageHeader>
  )
}

/** Whether the draft is saved, whether the walls show it, and its last author. */
function Standing({ work: { base, isDirty } }: Pick<Props, 'work'>) {
  const { t } = useTranslation('display-info')
  const instant = useInstant()
  const state = isDirty ? 'dirty' : base.settled ? 'settled' : 'draft'
  const at = instant(base.updatedAt, '{y}-{m}-{d} {h}:{i}')
  return (
    <>
      <StatusTag tone={tones[state]} text={t(`state.${state}`)} />
      {base.shown !== null && t('shownNo', { no: base.shown })}
      {base.updatedBy !== '' && ` · ${t('savedBy', { name: base.updatedBy, at })}`}
    </>
  )
}

const tones = { dirty: 'warn', draft: 'active', settled: 'good' } as const
