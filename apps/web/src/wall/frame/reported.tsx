import type { CommandItem } from '@cloud-factory/contract/wall-frame'
import { useSession } from '../../shared/session.ts'
import type { Shown } from '../screen.types.ts'
import { useSpeech } from '../labels.ts'
import { ownDevice } from '../../shared/own-device.ts'

/** What an administrator wants to be seen: which screen and TV this is, or a message. */
export function Reported({ command, shown }: { readonly command: CommandItem; readonly shown: Shown }) {
  const { t, names } = useSpeech()
  const device = ownDevice()
  const name = useSession((session) => session.user?.cnName ?? '')
  if (command.command === 'message')
    return (
      <p className="told is-message" role="status">
        {command.text}
      </p>
    )
  return (
    <div className="told" role="status" data-testid="identify">
      <p>
        <small>{t('identify.screen')}</small> {names(shown.names)}
      </p>
      <p className="told-number">{device ?? shown.id}</p>
      {device !== null && (
        <p>
          <small>{t('identify.device')}</small> {name}
        </p>
      )}
      <p>
        <small>{shown.place}</small>
      </p>
    </div>
  )
}
