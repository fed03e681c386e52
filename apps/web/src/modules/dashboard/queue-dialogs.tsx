import type { ReadyLot, WorkOutcome } from '@cloud-factory/contract/production/work'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { count, tonnes } from '../../shared/format/numbers.ts'
import { useNames } from '../../shared/i18n/use-names.ts'
import { newUuid } from '../../shared/new-uuid.ts'
import { useOrdersChanged } from '../../shared/orders-changed.ts'
import { DoneForm } from '../maintenance/plan-forms.tsx'
import { ActionForm } from '../ncr/action-form.tsx'
import { ncrQuery } from '../ncr/ncr.queries.ts'
import { ReleaseDialog } from '../orders/release-dialog.tsx'
import { chunks } from '../production/matrix.rules.ts'
import { allReady, piecesOfReport } from '../production/report-form.tsx'
import { useMachineOf, useRemembered, WorkerFields } from '../production/worker-fields.tsx'
import type { QueueDialog } from './queues.tsx'
import type { Reported } from './reported-note.tsx'

interface Props {
  readonly dialog: QueueDialog
  readonly onReported: (reported: Reported) => void
  readonly onClose: () => void
}

/** The dialog of a row of a queue. */
export function QueueDialogs({ dialog, onReported, onClose }: Props) {
  switch (dialog.kind) {
    case 'release':
      return <ReleaseDialog order={dialog.order} onDone={onClose} onClose={onClose} />
    case 'report':
      return <ReportLotDialog lot={dialog.lot} onReported={onReported} onClose={onClose} />
    case 'approve':
      return <ApproveForm id={dialog.ncr.id} onClose={onClose} />
    case 'done':
      return <DoneForm row={dialog.plan} onClose={onClose} />
    case 'backup':
      return <BackupDialog onClose={onClose} />
  }
}

function BackupDialog({ onClose }: Pick<Props, 'onClose'>) {
  const { t } = useTranslation('dashboard')
  const client = useQueryClient()
  return (
    <ActionDialog
      title={t('system.backupNow')}
      action={t('system.backupNow')}
      act={(_, idempotencyKey) => api('POST /api/system/backup', { idempotencyKey })}
      changed={() => client.invalidateQueries({ queryKey: ['dashboard', 'state'] })}
      onDone={onClose}
      onClose={onClose}
    >
      {t('system.backupText')}
    </ActionDialog>
  )
}

/** The form needs the whole report, which the list does not have. */
function ApproveForm({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { data } = useQuery(ncrQuery(id))
  if (data === undefined) return null
  return <ActionForm ncr={data} action="approve" onSaved={onClose} onClose={onClose} />
}

interface ReportLotProps {
  readonly lot: ReadyLot
  readonly onReported: (reported: Reported) => void
  readonly onClose: () => void
}

/** Reports all waiting pieces of a lot after one confirmation; crew, worker and machine are those of the last report. */
function ReportLotDialog({ lot, onReported, onClose }: ReportLotProps) {
  const { t } = useTranslation('dashboard')
  const nameOf = useNames()
  const changed = useOrdersChanged()
  const processId = lot.process.id
  const [remembered] = useRemembered()
  const { crewId, worker } = remembered
  const machine = useMachineOf(remembered, processId)
  const [hours, setHours] = useState<number | null>(null)
  const report = async () => {
    const pieces = await piecesOf(lot)
    const outcomes: WorkOutcome[] = []
    for (const part of chunks(pieces, piecesOfReport)) {
      const body = {
        clientKey: newUuid(),
        processId,
        pieces: part.map(({ id }) => id),
        withEarlier: false,
        crewId,
        worker: worker === '' ? null : worker,
        machineId: machine.id,
        hours: hours === null ? null : (hours * part.length) / pieces.length,
        source: lot.productionLot === null ? ('list' as const) : ('batch' as const),
      }
      outcomes.push(...(await api('POST /api/work-reports', { body })).items)
    }
    onReported({ lot, outcomes })
  }
  return (
    <ActionDialog
      title={t('queue.reportTitle', { order: lot.order.no, process: nameOf(lot.process.names) })}
      action={t('common:action.report')}
      act={report}
      changed={changed}
      onDone={onClose}
      onClose={onClose}
    >
      <p>
        {[
          lot.order.name,
          lot.productionLot?.no,
          t('queue.waiting', { n: count(lot.pieces) }),
          `${tonnes(lot.kg)} t`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <WorkerFields processId={processId} together={{ hours, onChange: setHours }} />
    </ActionDialog>
  )
}

/** The pieces of the lot that wait at this moment; those of other lots of the order are left out. */
async function piecesOf({ order, productionLot, process }: ReadyLot) {
  const lot = productionLot === null ? {} : { productionLotId: productionLot.id }
  const pieces = await allReady({ q: '', processId: process.id, orderId: order.id, ...lot })
  return pieces.filter((piece) => piece.productionLot?.id === productionLot?.id)
}
