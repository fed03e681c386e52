import { CheckCircleFilled, CloseCircleFilled, InfoCircleFilled } from '@ant-design/icons'
import type { PackOutcome } from '@cloud-factory/contract/shipping/packages'
import { useTranslation } from 'react-i18next'
import { useReasonText } from '../../shared/ui/use-reason-text.ts'

const signs = {
  added: <CheckCircleFilled className="told-good" />,
  removed: <CheckCircleFilled className="told-good" />,
  already: <InfoCircleFilled className="told-note" />,
  refused: <CloseCircleFilled className="told-bad" />,
} as const

/** Result for one piece, as text. */
export function OutcomeLine({ outcome }: { readonly outcome: PackOutcome }) {
  const { t } = useTranslation('shipping')
  const reasonText = useReasonText()
  const { serial, piece, reason, params } = outcome
  const words = reason === null ? t(`outcome.${outcome.outcome}`) : reasonText(reason, undefined, params)
  return (
    <li className={`told is-${outcome.outcome}`}>
      {signs[outcome.outcome]} <b>{serial ?? piece}</b> {words}
    </li>
  )
}
