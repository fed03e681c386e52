import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useInstant } from '../../shared/format/dates.ts'
import { count } from '../../shared/format/numbers.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { forget, sendAgain, sendNow, useQueue } from './queue.ts'
import { countsOf, type QueuedReport } from './queue.rules.ts'
import { Troubles, useReportSubject } from './report-result.tsx'

/** Reports of this device that wait for the network or were refused, and what can be done about them. */
export function QueuePanel() {
  const { t } = useTranslation('production')
  const reports = useQueue((queue) => queue.reports)
  const stored = useQueue((queue) => queue.stored)
  const [giveUp, setGiveUp] = useState<QueuedReport | null>(null)
  const counts = countsOf(reports)
  const waiting = reports.filter(({ state }) => state === 'waiting')
  const refused = reports.filter(({ state }) => state === 'refused')
  if (waiting.length + refused.length === 0) return null
  return (
    <section className="queue-panel" aria-label={t('queue.title')}>
      {!stored && <p className="queue-warning">{t('queue.notKept')}</p>}
      {waiting.length > 0 && (
        <>
          <div className="queue-head">
            <h2>{t('queue.waiting', { count: counts.waiting })}</h2>
            <Button size="small" onClick={sendNow}>
              {t('queue.sendNow')}
            </Button>
          </div>
          <p className="page-note">{t('queue.waitingText')}</p>
          <QueueList reports={waiting} onGiveUp={setGiveUp} />
        </>
      )}
      {refused.length > 0 && (
        <>
          <div className="queue-head">
            <h2 className="is-bad">{t('queue.refused', { count: counts.refused })}</h2>
          </div>
          <p className="page-note">{t('queue.refusedText')}</p>
          <QueueList reports={refused} onGiveUp={setGiveUp} />
        </>
      )}
      {giveUp !== null && (
        <ActionDialog
          title={t('queue.giveUp')}
          action={t('queue.remove')}
          danger
          act={() => forget([giveUp])}
          onDone={() => setGiveUp(null)}
          onClose={() => setGiveUp(null)}
        >
          {t(giveUp.state === 'waiting' ? 'queue.giveUpWaiting' : 'queue.giveUpRefused')}
        </ActionDialog>
      )}
    </section>
  )
}

interface ListProps {
  readonly reports: readonly QueuedReport[]
  readonly onGiveUp: (report: QueuedReport) => void
}

const shown = 50

function QueueList({ reports, onGiveUp }: ListProps) {
  const { t } = useTranslation('production')
  const instant = useInstant()
  const subject = useReportSubject()
  return (
    <ul className="queue-list">
      {reports.slice(0, shown).map((report) => (
        <li key={report.seq}>
          <div>
            <b>{titleOf(report)}</b> {subject(report.body)}
            <small className="page-note"> {instant(report.madeAt, '{m}-{d} {h}:{i}')}</small>
            {report.state === 'refused' && <Why report={report} />}
          </div>
          <span className="queue-buttons">
            {report.state === 'refused' && (
              <Button size="small" onClick={() => void sendAgain(report)}>
                {t('queue.again')}
              </Button>
            )}
            <Button size="small" type="text" danger onClick={() => onGiveUp(report)}>
              {t('queue.remove')}
            </Button>
          </span>
        </li>
      ))}
      {reports.length > shown && <li>{t('result.more', { count: reports.length - shown })}</li>}
    </ul>
  )
}

/** Why it was refused: one reason beside it, several under it. */
function Why({ report }: { readonly report: QueuedReport }) {
  const { t } = useTranslation('production')
  const refused = report.outcomes.filter(({ outcome }) => outcome === 'refused').length
  if (refused <= 1) return <Troubles reports={[report]} named={report.body.pieces.length > 1} />
  return (
    <details>
      <summary>{t('result.refusedPieces', { count: refused, n: count(refused) })}</summary>
      <Troubles reports={[report]} />
    </details>
  )
}

function titleOf({ serials, body }: QueuedReport): string {
  const first = serials[0] ?? body.pieces[0] ?? ''
  return body.pieces.length > 1 ? `${first} +${body.pieces.length - 1}` : first
}
