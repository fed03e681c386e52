import type { ImportApplied, ImportUndone } from '@cloud-factory/contract/record-import/import-endpoints'
import { DownloadOutlined } from '@ant-design/icons'
import { Alert, Button } from 'antd'
import { useTranslation } from '../i18n/use-translation.tsx'
import { csvText, downloadText } from '../format/csv.ts'
import { useDirty } from '../tabs/tab-hooks.ts'
import { ScrollRegion } from '../ui/scroll-region.tsx'
import { useReasonText } from '../ui/use-reason-text.ts'

interface DoneProps {
  readonly applied: ImportApplied
  /** Rows of the file that were not imported. */
  readonly left: number
  readonly busy: boolean
  readonly onUndo: () => void
  readonly onClose: () => void
}

/** What was added, with the way back. */
export function ImportDone({ applied, left, busy, onUndo, onClose }: DoneProps) {
  const { t } = useTranslation('record-import')
  return (
    <>
      <div role="status">
        <Alert
          type="success"
          showIcon
          title={t('done', { n: applied.items.length })}
          description={left === 0 ? undefined : t('left', { n: left })}
        />
      </div>
      <Secrets items={applied.items} />
      <p className="page-note">{t('undoHint')}</p>
      <div className="import-actions is-end">
        <Button loading={busy} onClick={onUndo}>
          {t('common:undo')}
        </Button>
        <Button type="primary" disabled={busy} onClick={onClose}>
          {t('common:close')}
        </Button>
      </div>
    </>
  )
}

interface GoneProps {
  readonly undone: ImportUndone
  readonly onClose: () => void
}

/** So many of the records that stay are named. */
const namedRecords = 100

/** What undoing has deleted, and what it left. */
export function ImportGone({ undone: { undone, remaining }, onClose }: GoneProps) {
  const { t } = useTranslation('record-import')
  const reasonText = useReasonText()
  return (
    <>
      <div role="status">
        <Alert
          type={remaining.length === 0 ? 'success' : 'warning'}
          showIcon
          title={t('undone', { n: undone })}
          description={
            remaining.length > 0 && (
              <>
                {t('remaining', { n: remaining.length })}
                <ul>
                  {remaining.slice(0, namedRecords).map(({ id, name, reason }) => (
                    <li key={id}>{t('error', { column: name, reason: reasonText(reason) })}</li>
                  ))}
                </ul>
              </>
            )
          }
        />
      </div>
      <div className="import-actions is-end">
        <Button type="primary" onClick={onClose}>
          {t('common:close')}
        </Button>
      </div>
    </>
  )
}

/** One-time passwords, which are shown only here. */
function Secrets({ items }: Pick<ImportApplied, 'items'>) {
  const { t } = useTranslation('record-import')
  const secrets = items.flatMap(({ name, secret }) => (secret === undefined ? [] : [[name, secret]]))
  // Closing the tab would lose them for good.
  useDirty(secrets.length > 0)
  if (secrets.length === 0) return null
  const head = [t('common:field.username'), t('secret')]
  return (
    <>
      <Alert type="warning" showIcon title={t('secrets')} />
      <div className="import-actions">
        <Button
          icon={<DownloadOutlined />}
          onClick={() =>
            downloadText(`${t('secret')}.csv`, csvText([head, ...secrets]), 'text/csv;charset=utf-8')
          }
        >
          {t('saveSecrets')}
        </Button>
      </div>
      <ScrollRegion label={t('secret')} width={260}>
        <table className="import-rows">
          <thead>
            <tr>
              {head.map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {secrets.map(([name, secret]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>
                  <code>{secret}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </>
  )
}
