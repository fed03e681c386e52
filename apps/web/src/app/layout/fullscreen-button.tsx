import { FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { say } from '../../shared/ui/say.ts'

function onChange(changed: () => void): () => void {
  document.addEventListener('fullscreenchange', changed)
  return () => document.removeEventListener('fullscreenchange', changed)
}

/** Puts the whole document on the whole screen and back; the icon follows Esc too. */
export function FullscreenButton() {
  const { t } = useTranslation()
  const full = useSyncExternalStore(onChange, () => document.fullscreenElement !== null)
  const label = t(full ? 'fullscreen.leave' : 'fullscreen.enter')
  const toggle = async () => {
    if (!document.fullscreenEnabled) {
      say('warning', t('fullscreen.unsupported'))
      return
    }
    await (full ? document.exitFullscreen() : document.documentElement.requestFullscreen())
  }
  return (
    <button
      type="button"
      className="bar-button desktop-only"
      aria-label={label}
      title={label}
      onClick={() => void toggle()}
    >
      {full ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
    </button>
  )
}
