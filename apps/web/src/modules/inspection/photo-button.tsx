import { CameraOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useEffectEvent, useRef } from 'react'
import { say } from '../../shared/ui/say.ts'
import { useProblemMessage } from '../../shared/use-problem-message.ts'
import { type PhotoOf, usePhotos } from './use-photos.ts'

interface Props {
  readonly inspectionId: string
  readonly where: PhotoOf
  /** Photos that show it already. */
  readonly count: number
  readonly name: string
}

/** Takes photos of one item at one piece; on a phone or a tablet it opens the camera. */
export function PhotoButton({ inspectionId, where, count, name }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const message = useProblemMessage()
  const { add, percent, error } = usePhotos(inspectionId)
  const notify = useEffectEvent((failure: unknown) => say('warning', message(failure)))
  useEffect(() => {
    if (error !== null) notify(error)
  }, [error])
  return (
    <>
      <input
        ref={field}
        type="file"
        hidden
        multiple
        accept="image/jpeg,image/png,image/webp"
        onChange={({ target }) => {
          void add([...(target.files ?? [])], where)
          target.value = ''
        }}
      />
      <Button
        type="text"
        icon={<CameraOutlined />}
        loading={percent !== null}
        aria-label={name}
        title={name}
        onClick={() => field.current?.click()}
      >
        {count > 0 && count}
      </Button>
    </>
  )
}
