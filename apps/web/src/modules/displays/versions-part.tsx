import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { ScrollRegion } from '../../shared/ui/scroll-region.tsx'
import type { InfoDifference, InfoFacts } from './info-facts.ts'
import type { DisplayVersionRow } from '@cloud-factory/contract/displays/display-info'
import { useQuery } from '@tanstack/react-query'
import { Button, Pagination, Skeleton } from 'antd'
import { useState } from 'react'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useInstant } from '../../shared/format/dates.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import { versionQuery, versionsQuery } from './info.queries.ts'
import type { InfoWork } from './use-info-draft.ts'

/** Shown at once; the rest is counted. */
const maxRows = 200

/** Differences between two states of the display information, field by field. */
export function DifferenceTable({ found }: { readonly found: readonly InfoDifference[] }) {
  const { t } = useTranslation('display-info')
  if (found.length === 0) return <p className="page-note">{t('noDifference')}</p>
  return (
    <ScrollRegion label={t('differences')} width={280}>
      <table className="info-table info-differences" aria-label={t('differences')}>
        <thead>
          <tr>
            <th scope="col">{t('common:file.field')}</th>
            <th scope="col">{t('shell:history.before')}</th>
            <th scope="col">{t('shell:history.after')}</th>
          </tr>
        </thead>
        <tbody>
          {found.slice(0, maxRows).map(({ key, label, before, after }) => (
            <tr key={key}>
              <th scope="row">{label}</th>
              <td>{before ?? t('shell:history.empty')}</td>
              <td>{after ?? t('shell:history.empty')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {found.length > maxRows && (
        <p className="page-note">{t('moreDifferences', { count: found.length - maxRows })}</p>
      )}
    </ScrollRegion>
  )
}

interface Props {
  readonly work: InfoWork
  readonly facts: InfoFacts
}

/** Published versions, the changes of each against the previous one, and a restore button. */
export function VersionsPart({ work, facts }: Props) {
  const { t } = useTranslation('display-info')
  const instant = useInstant()
  const [page, setPage] = useState(1)
  const [open, setOpen] = useState<number | null>(null)
  const [restoring, setRestoring] = useState<number | null>(null)
  const query = useQuery(versionsQuery(page))
  if (query.error !== null) return <ProblemAlert error={query.error} onRetry={() => void query.refetch()} />
  if (query.data === undefined) return <Skeleton active />
  const { items, total } = query.data
  return (
    <div className="info-part">
      {items.length === 0 && <p className="page-note">{t('noVersions')}</p>}
      {items.length > 0 && (
        <ScrollRegion label={t('part.versions')} width={520}>
          <table className="info-table info-versions" aria-label={t('part.versions')}>
            <thead>
              <tr>
                {(['version', 'note', 'publishedAt', 'publishedBy', 'actions'] as const).map((word) => (
                  <th key={word} scope="col">
                    {t(`column.${word}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {items.map((row) => (
                <VersionRow
                  key={row.no}
                  row={row}
                  at={instant(row.publishedAt, '{y}-{m}-{d} {h}:{i}')}
                  isOpen={open === row.no}
                  allowed={work.base.can.save}
                  onSnapshot={() => setOpen(open === row.no ? null : row.no)}
                  onRestore={() => setRestoring(row.no)}
                />
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      {total > 20 && (
        <Pagination current={page} pageSize={20} total={total} onChange={setPage} showSizeChanger={false} />
      )}
      {open !== null && <VersionDifference no={open} facts={facts} />}
      {restoring !== null && <RestoreDialog work={work} no={restoring} onClose={() => setRestoring(null)} />}
    </div>
  )
}

interface RestoreProps {
  readonly work: InfoWork
  readonly no: number
  readonly onClose: () => void
}

/** Makes a version the draft again. */
function RestoreDialog({ work, no, onClose }: RestoreProps) {
  const { t } = useTranslation('display-info')
  return (
    <ActionDialog
      title={t('restoreTitle', { no })}
      action={t('restore')}
      act={async () => {
        const body = { version: work.base.version, no }
        try {
          work.take(await api('POST /api/display/info/restore', { body }))
        } catch (failure) {
          if (!work.meets(failure)) throw failure
        }
      }}
      onDone={onClose}
      onClose={onClose}
    >
      <p>{t(work.isDirty ? 'restoreDirty' : 'restoreText')}</p>
    </ActionDialog>
  )
}

interface RowProps {
  readonly row: DisplayVersionRow
  readonly at: string
  readonly isOpen: boolean
  /** Whether it may be made the draft, or why not. */
  readonly allowed: true | string
  readonly onSnapshot: () => void
  readonly onRestore: () => void
}

function VersionRow({ row, at, isOpen, allowed, onSnapshot, onRestore }: RowProps) {
  const { t } = useTranslation('display-info')
  return (
    <tr>
      <th scope="row">
        {t('versionNo', { no: row.no })} {row.shown && <StatusTag tone="good" text={t('shownNow')} />}
      </th>
      <td>{row.note}</td>
      <td className="is-instant">{at}</td>
      <td className="is-instant">{row.publishedBy}</td>
      <td className="row-actions">
        <Button type="link" size="small" aria-expanded={isOpen} onClick={onSnapshot}>
          {t('differences')}
        </Button>
        <ReasonButton type="link" size="small" allowed={allowed} onClick={onRestore}>
          {t('restore')}
        </ReasonButton>
      </td>
    </tr>
  )
}

/** Changes of a version against the previous one. */
function VersionDifference({ no, facts }: { readonly no: number; readonly facts: InfoFacts }) {
  const { t } = useTranslation('display-info')
  const now = useQuery(versionQuery(no))
  const before = useQuery(versionQuery(no === 1 ? null : no - 1))
  const isReady = now.data !== undefined && (no === 1 || before.data !== undefined)
  return (
    <section aria-label={t('differenceOf', { no })}>
      <h3>{t('differenceOf', { no })}</h3>
      {isReady ? (
        <DifferenceTable
          found={
            now.data === undefined ? [] : facts.differences(before.data?.content ?? null, now.data.content)
          }
        />
      ) : (
        <Skeleton active />
      )}
    </section>
  )
}
