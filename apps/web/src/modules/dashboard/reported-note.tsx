import type { ReadyLot, WorkOutcome } from '@cloud-factory/contract/production/work'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { count } from '../../shared/format/numbers.ts'
import { useNames } from '../../shared/i18n/use-names.ts'
import { useOrdersChanged } from '../../shared/orders-changed.ts'
import { say } from '../../shared/ui/say.ts'
import { useReasonText } from '../../shared/ui/use-reason-text.ts'
import { useProblemMessage } from '../../shared/use-problem-message.ts'

/** What became of the pieces of a reported lot. */
export interface Reported {
  readonly lot: ReadyLot
  readonly outcomes: readonly WorkOutcome[]
}

interface Props {
  readonly reported: Reported
  readonly onClose: () => void
}

/** How many pieces of a lot were reported, why others were not, and the way back. */
export function ReportedNote({ reported: { lot, outcomes }, onClose }: Props) {
  const { t } = useTranslation('dashboard')
  const nameOf = useNames()
  const reasonText = useReasonText()
  const problemMessage = useProblemMessage()
  const changed = useOrdersChanged()
  const [busy, setBusy] = useState(false)
  const pieceIds = outcomes.flatMap(({ outcome, pieceId }) =>
    outcome === 'reported' && pieceId !== null ? [pieceId] : [],
  )
  const others = outcomes.filter(({ outcome }) => outcome !== 'reported')
  const undo = async () => {
    setBusy(true)
    try {
      await undoReports(lot, new Set(pieceIds), t('queue.undoReason'))
      onClose()
    } catch (error) {
      say('warning', problemMessage(error))
    } finally {
      setBusy(false)
      void changed()
    }
  }
  return (
    <div className="queue-note" role="status">
      <span>
        {t('queue.reported', {
          count: pieceIds.length,
          n: count(pieceIds.length),
          order: lot.order.no,
          process: nameOf(lot.process.names),
        })}
        {others.length > 0 && (
          <span className="is-late">
            {' '}
            {t('queue.notReported', { count: others.length, n: count(others.length) })}{' '}
            {[...new Set(others.map(({ reason }) => reasonText(reason ?? 'work.done_already')))].join(' ')}
          </span>
        )}
      </span>
      {pieceIds.length > 0 && (
        <button type="button" className="row-button" disabled={busy} onClick={() => void undo()}>
          {t('common:undo')}
        </button>
      )}
      <button type="button" className="row-button" onClick={onClose}>
        {t('common:close')}
      </button>
    </div>
  )
}

const pageSize = 200

/** Takes the latest reports of these pieces back, one after the other, so that the first refusal stops it. */
async function undoReports(lot: ReadyLot, pieces: ReadonlySet<string>, reason: string): Promise<void> {
  const mine = { mine: 'true', orderId: lot.order.id, processId: lot.process.id, pageSize } as const
  const found: string[] = []
  for (let page = 1; found.length < pieces.size; page++) {
    const { items } = await api('GET /api/work-reports', { query: { ...mine, page } })
    for (const { id, pieceId, undone } of items) if (pieces.has(pieceId) && undone === null) found.push(id)
    if (items.length < pageSize) break
  }
  for (const id of found) await api('POST /api/work-reports/:id/undo', { params: { id }, body: { reason } })
}
