import { useTranslation } from 'react-i18next'
import { useReasonText } from '../../shared/ui/use-reason-text.ts'
import type { QueuedReport } from './queue.rules.ts'

const shown = 50

interface Props {
  readonly reports: readonly QueuedReport[]
  /** False where the surrounding text names the piece. */
  readonly named?: boolean
}

/** The refused pieces of reports, each with its reason. */
export function Troubles({ reports, named = true }: Props) {
  const { t } = useTranslation('production')
  const troubleText = useTroubleText()
  const reasonText = useReasonText()
  const lines = reports.flatMap((report) =>
    report.outcomes.length === 0
      ? [{ key: report.body.clientKey, piece: serialsOf(report), text: troubleText(report) }]
      : report.outcomes
          .filter(({ outcome }) => outcome === 'refused')
          .map(({ piece, serial, reason }) => ({
            key: `${report.body.clientKey} ${piece}`,
            piece: serial ?? report.serials[report.body.pieces.indexOf(piece)] ?? piece,
            text: reasonText(reason ?? 'other'),
          })),
  )
  if (lines.length === 0) return null
  return (
    <ul className="troubles">
      {lines.slice(0, shown).map(({ key, piece, text }) => (
        <li key={key}>
          {named && <b>{piece} </b>}
          {text}
        </li>
      ))}
      {lines.length > shown && <li>{t('result.more', { count: lines.length - shown })}</li>}
    </ul>
  )
}

const serialsOf = ({ serials, body }: QueuedReport): string => {
  const [first = body.pieces[0], ...more] = serials
  return more.length === 0 ? String(first) : `${first} +${more.length}`
}

/** Why a whole report was refused. */
function useTroubleText(): (report: QueuedReport) => string {
  const { t } = useTranslation('problem')
  const reasonText = useReasonText()
  return ({ problem }) => {
    if (problem === null) return t('unknown')
    if (problem.reason !== null) return reasonText(problem.reason)
    return t(problem.code, { defaultValue: t('weakNetwork') })
  }
}
