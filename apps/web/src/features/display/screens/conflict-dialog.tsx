import { Button, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { ReturnFocus } from '../../../shared/ui/return-focus.tsx'
import { DifferenceList } from './difference-list.tsx'
import type { ScreenDraft } from './use-screen-draft.ts'

/** Somebody else saved first: what they have otherwise, and whose layout stays. */
export function LayoutConflict({ draft }: { readonly draft: ScreenDraft }) {
  const { t } = useTranslation('screens')
  const { conflict, layout } = draft
  if (conflict === null) return null
  return (
    <>
      <ReturnFocus />
      <Modal
        open
        title={t('conflictTitle')}
        onCancel={draft.leaveConflict}
        footer={
          <>
            <Button onClick={draft.leaveConflict}>{t('conflictBack')}</Button>
            <Button onClick={() => draft.settle('theirs')}>{t('conflictTheirs')}</Button>
            <Button type="primary" danger loading={draft.busy} onClick={() => draft.settle('mine')}>
              {t('conflictMine')}
            </Button>
          </>
        }
      >
        <p>{t('conflictText', { name: conflict.updatedBy })}</p>
        <DifferenceList before={conflict.draft} after={layout} />
      </Modal>
    </>
  )
}
