import type { BoltIssue } from '@cloud-factory/contract/bolts/bolts'
import type { PackageRow } from '@cloud-factory/contract/shipping/packages'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useInstant } from '../../shared/format/dates.ts'
import type { Column } from '../../shared/list/column.ts'
import { RowTable } from '../../shared/list/row-table.tsx'
import { lazyDialog } from '../../shared/ui/lazy-dialog.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { issueColumns } from './bolt-labels.tsx'
import { issuesQuery, useBoltsChanged } from './bolts.queries.ts'

const IssueForm = lazyDialog(async () => (await import('./issue-form.tsx')).IssueForm)

/** Bolts of the order that are packed with the steel. */
export function PackageBolts({ pack }: { readonly pack: PackageRow }) {
  const { t } = useTranslation('bolts')
  const instant = useInstant()
  const { data } = useQuery(issuesQuery({ packageId: pack.id, pageSize: 200 }))
  const [undone, setUndone] = useState<BoltIssue | null>(null)
  const [isPacking, setPacking] = useState(false)
  const changed = useBoltsChanged()
  const columns = useMemo(
    (): readonly Column<BoltIssue>[] => [
      ...issueColumns(t, instant).filter(({ key }) => key !== 'package'),
      {
        key: 'undo',
        title: t('common:field.actions'),
        width: 120,
        render: (row) => (
          <ReasonButton type="link" size="small" allowed={row.can.undo} onClick={() => setUndone(row)}>
            {t('action.takeBack')}
          </ReasonButton>
        ),
      },
    ],
    [t, instant],
  )
  const close = () => setUndone(null)
  return (
    <section aria-label={t('packed')} className="package-bolts">
      <h2>
        {t('packed')}{' '}
        <ReasonButton size="small" allowed={pack.can.pack} onClick={() => setPacking(true)}>
          {t('action.pack')}
        </ReasonButton>
      </h2>
      {(data?.items.length ?? 0) > 0 && (
        <RowTable label={t('packed')} columns={columns} rows={data?.items ?? []} />
      )}
      {isPacking && (
        <IssueForm orderId={pack.order.id} packageId={pack.id} onClose={() => setPacking(false)} />
      )}
      {undone !== null && (
        <ActionDialog
          title={t('takeBackTitle')}
          action={t('action.takeBack')}
          act={() => api('DELETE /api/bolt-issues/:id', { params: { id: undone.id } })}
          changed={changed}
          onDone={close}
          onClose={close}
        >
          {`${undone.quantity} × ${undone.designation} · ${undone.lot.no}`}
        </ActionDialog>
      )}
    </section>
  )
}
