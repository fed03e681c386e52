import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useDirty } from '../../../shared/tabs/tab-hooks.ts'
import { useProblemMessage } from '../../../shared/use-problem-message.ts'
import { dropReadings, isFinal, sendAgain, useQueue } from './reading-queue.ts'

/** Says that readings are not saved yet, and why; the page is not left without asking while there are any. */
export function QueueNote({ id }: { readonly id: string }) {
  const { t } = useTranslation('inspections')
  const { pending, error } = useQueue(id)
  const message = useProblemMessage()
  useDirty(pending.size > 0)
  if (pending.size === 0 || error === null) return null
  return (
    <Alert
      type="warning"
      showIcon
      role="status"
      title={t('unsaved', { count: pending.size })}
      description={message(error)}
      action={
        <span className="note-actions">
          <Button size="small" onClick={() => void sendAgain(id)}>
            {t('sendAgain')}
          </Button>
          {isFinal(error) && (
            <Button size="small" onClick={() => dropReadings(id)}>
              {t('drafts.discard')}
            </Button>
          )}
        </span>
      }
    />
  )
}
