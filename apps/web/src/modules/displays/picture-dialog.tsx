import type { DeviceRow } from '@cloud-factory/contract/displays/screen-devices'
import { Button, Modal } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api, download } from '../../shared/api.ts'
import { useSubmit } from '../../shared/form/use-submit.ts'
import { Ago } from '../../shared/ui/ago.tsx'
import { FetchedPhoto } from '../../shared/ui/photo-strip.tsx'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReturnFocus } from '../../shared/ui/return-focus.tsx'
import { useScreensChanged } from './screens.queries.ts'

interface Props {
  /** As the list shows it now: a new picture appears as soon as the TV has sent it. */
  readonly device: DeviceRow
  readonly onClose: () => void
}

/** What a TV showed when it was last asked, and the question for a new picture. */
export function PictureDialog({ device, onClose }: Props) {
  const { t } = useTranslation('displays')
  const changed = useScreensChanged()
  const { busy, error, submit } = useSubmit()
  const { id, name, command, state } = device
  const waits = command?.command === 'picture' && !command.done
  const ask = () =>
    submit(() =>
      api('POST /api/screens/commands', {
        body: { to: 'device', id, command: 'picture', page: null, text: '' },
      }).finally(() => void changed()),
    )
  return (
    <>
      <ReturnFocus />
      <Modal
        open
        width={900}
        title={t('pictureTitle', { name })}
        onCancel={onClose}
        footer={
          <Button
            type="primary"
            loading={busy}
            disabled={device.can.change !== true}
            onClick={() => void ask()}
          >
            {t('pictureAsk')}
          </Button>
        }
      >
        {error !== null && <ProblemAlert error={error} />}
        <LastPicture device={device} />
        {waits && <p role="status">{t(state === 'online' ? 'pictureWaits' : 'pictureSilent')}</p>}
      </Modal>
    </>
  )
}

function LastPicture({ device: { id, name, picture } }: { readonly device: DeviceRow }) {
  const { t } = useTranslation('displays')
  if (picture === null) return <p>{t('pictureNone')}</p>
  return (
    <>
      {picture.type === null ? (
        <p role="alert">{t('pictureUnable')}</p>
      ) : (
        <FetchedPhoto
          key={picture.at}
          className="tv-picture"
          photo={{ id, name, type: picture.type, addedBy: name }}
          fetch={(signal) => download('GET /api/screens/devices/:id/picture', { params: { id }, signal })}
        />
      )}
      <p>
        <Ago at={picture.at} />
      </p>
    </>
  )
}
