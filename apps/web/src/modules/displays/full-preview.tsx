import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type CSSProperties, type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useNames } from '../../shared/i18n/use-names.ts'
import { Overlay } from '../../shared/ui/overlay.tsx'
import { stageOf } from '../../wall/frame/frame.rules.ts'
import { addressOf, shownOf } from './layout-geometry.ts'
import { PageDrawing } from './layout-grid.tsx'
import type { ScreenDraft } from './use-screen-draft.ts'

interface Props {
  readonly draft: ScreenDraft
  /** The page it begins with. */
  readonly first: number
  readonly onClose: () => void
}

/** The draft as large as this display, unsaved changes included; the arrow keys turn its pages. */
export function FullPreview({ draft: { screen, layout }, first, onClose }: Props) {
  const { t } = useTranslation('displays')
  const names = useNames()
  const dialog = useRef<HTMLDialogElement>(null)
  const [page, setPage] = useState(first)
  const { length } = layout.pages
  const turn = (by: 1 | -1) => setPage((now) => (now + by + length) % length)
  useFullScreen(dialog, onClose)
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowRight') turn(1)
    if (key === 'ArrowLeft') turn(-1)
  }
  const stage = stageOf(layout.canvas)
  const shown = layout.pages[page]
  return (
    <dialog
      ref={dialog}
      className="full-preview"
      aria-label={t('preview')}
      style={{ '--ratio': stage.width / stage.height } as CSSProperties}
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
      <div>
        <Overlay onClose={onClose}>
          <PageDrawing screen={shownOf(screen, layout)} layout={layout} page={page} />
        </Overlay>
        <p>
          <Button
            size="small"
            icon={<LeftOutlined />}
            aria-label={t('shell:table.previous')}
            onClick={() => turn(-1)}
          />
          <span role="status">
            {page + 1} / {length} · {shown !== undefined && names(shown.names)}
          </span>
          <Button
            size="small"
            icon={<RightOutlined />}
            aria-label={t('shell:table.next')}
            onClick={() => turn(1)}
          />
          {/* There it turns its pages and takes alarms as a TV does. */}
          <Button size="small" href={`${addressOf(screen)}&draft=1`} target="_blank" rel="noreferrer">
            {t('previewWindow')}
          </Button>
          <Button size="small" onClick={onClose}>
            {t('close')}
          </Button>
        </p>
      </div>
    </dialog>
  )
}

/** Opens a dialog over the whole display where the browser allows it, else over the window. */
function useFullScreen(dialog: { readonly current: HTMLDialogElement | null }, onClose: () => void): void {
  const leave = useEffectEvent(() => {
    if (document.fullscreenElement === null) onClose()
  })
  useEffect(() => {
    const { current } = dialog
    if (current === null) return undefined
    current.showModal()
    // A dialog itself cannot fill the display.
    void current
      .querySelector('div')
      ?.requestFullscreen?.()
      .catch(() => undefined)
    document.addEventListener('fullscreenchange', leave)
    return () => {
      document.removeEventListener('fullscreenchange', leave)
      current.close()
      if (document.fullscreenElement !== null) void document.exitFullscreen()
    }
  }, [dialog])
}
