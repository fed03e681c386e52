import type { NcrDetail } from '@cloud-factory/contract/ncrs'
import { useTranslation } from 'react-i18next'
import { ReasonButton } from '../../../shared/ui/reason-button.tsx'
import type { AskedDeed } from './ask-dialog.tsx'
import type { FormDeed } from './deed-form.tsx'

export type NcrAsked = 'edit' | 'dispose' | FormDeed | AskedDeed

interface Props {
  readonly ncr: NcrDetail
  readonly onAsk: (deed: NcrAsked) => void
}

/** The step that comes next stands first; of the others only what its state knows. */
export function NcrDeeds({ ncr, onAsk }: Props) {
  const { t } = useTranslation('ncrs')
  const [next, ...others] = deedsOf(ncr)
  return (
    <>
      {next !== undefined && (
        <ReasonButton type="primary" may={ncr.can[next]} onClick={() => onAsk(next)}>
          {t(`deed.${next}`)}
        </ReasonButton>
      )}
      {others.map((deed) => (
        <ReasonButton key={deed} may={ncr.can[deed]} danger={deed === 'cancel'} onClick={() => onAsk(deed)}>
          {t(`deed.${deed}`)}
        </ReasonButton>
      ))}
    </>
  )
}

function deedsOf({ status, disposition, can }: NcrDetail): readonly NcrAsked[] {
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
