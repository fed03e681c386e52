import type { NcrDetail } from '@cloud-factory/contract/ncrs'
import { useTranslation } from 'react-i18next'
import { ReasonButton } from '../../../shared/ui/reason-button.tsx'
import type { ConfirmedAction } from './ask-dialog.tsx'
import type { FormAction } from './action-form.tsx'

export type NcrDialog = 'edit' | 'dispose' | FormAction | ConfirmedAction

interface Props {
  readonly ncr: NcrDetail
  readonly onAsk: (action: NcrDialog) => void
}

/** The step that comes next stands first; of the others only what its state knows. */
export function NcrActions({ ncr, onAsk }: Props) {
  const { t } = useTranslation('ncrs')
  const [next, ...others] = actionsOf(ncr)
  return (
    <>
      {next !== undefined && (
        <ReasonButton type="primary" allowed={ncr.can[next]} onClick={() => onAsk(next)}>
          {t(`action.${next}`)}
        </ReasonButton>
      )}
      {others.map((action) => (
        <ReasonButton
          key={action}
          allowed={ncr.can[action]}
          danger={action === 'cancel'}
          onClick={() => onAsk(action)}
        >
          {t(`action.${action}`)}
        </ReasonButton>
      ))}
    </>
  )
}

function actionsOf({ status, disposition, can }: NcrDetail): readonly NcrDialog[] {
  switch (status) {
    case 'open':
      return ['dispose', 'edit', 'cancel']
    case 'dispositioned':
      return ['approve', 'reject', 'edit', 'cancel']
    case 'approved':
      return [disposition === 'concession' ? 'verify' : 'start', 'edit', 'cancel']
    case 'executing':
      return can.cancel === true ? ['finish', 'edit', 'cancel'] : ['finish', 'edit']
    case 'verify':
      return can.cancel === true ? ['verify', 'edit', 'cancel'] : ['verify', 'edit']
    case 'closed':
    case 'cancelled':
      return []
  }
}
