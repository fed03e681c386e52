import type { ImportApplied, ImportUndone } from '@cloud-factory/contract/record-import/import-endpoints'
import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useReasonText } from '../ui/use-reason-text.ts'

interface Props {
  readonly applied: ImportApplied
  /** Rows of the file that were not imported. */
  readonly left: number
  /** Null: not undone. */
  readonly undone: ImportUndone | null
  readonly busy: boolean
  readonly onUndo: () => void
  readonly onClose: () => void
}

/** What was added, with the way back, and what the way back left. */
export function ImportResult({ applied, left, undone, busy, onUndo, onClose }: Props) {
  const { t } = useTranslation('record-import')
  const reasonText = useReasonText()
  const names = new Map(applied.items.map(({ id, name }) => [id, name]))
  return (
    <>
      <div role="status">
        {undone === null ? (
          <Alert
            type="success"
            showIcon
            title={t('done', { n: applied.items.length })}
            description={left === 0 ? undefined : t('left', { n: left })}
          />
        ) : (
          <Alert
            type={undone.remaining.length === 0 ? 'success' : 'warning'}
            showIcon
            title={t('undone', { n: undone.undone })}
            description={
              undone.remaining.length > 0 && (
                <>
                  {t('remaining', { n: undone.remaining.length })}
                  <ul>
                    {undone.remaining.map(({ id, reason }) => (
                      <li key={id}>
                        {t('error', { column: names.get(id) ?? id, reason: reasonText(reason) })}
                      </li>
                    ))}
                  </ul>
                </>
              )
            }
          />
        )}
      </div>
      {undone === null && <p className="page-note">{t('undoHint')}</p>}
      <div className="import-actions is-end">
        {undone === null && (
          <Button loading={busy} onClick={onUndo}>
            {t('common:undo')}
          </Button>
        )}
        <Button type="primary" disabled={busy} onClick={onClose}>
          {t('common:close')}
        </Button>
      </div>
    </>
  )
}
