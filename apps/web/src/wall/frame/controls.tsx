import { useEffect, useState } from 'react'
import { useSpeech } from '../labels.ts'
import { type PageTurn, toggleFullScreen } from './use-page.ts'
import type { Sound } from './sound.ts'

interface Props {
  readonly pages: PageTurn
  readonly sound: Sound
  readonly onDrawer: (() => void) | null
}

const shownMs = 8_000

/** Buttons for people at the screen; hidden while nobody touches it. */
export function Controls({ pages, sound, onDrawer }: Props) {
  const { t } = useSpeech()
  const shown = useTouched()
  return (
    <div className={`controls ${shown ? 'is-shown' : ''}`} role="toolbar" aria-label={t('control.bar')}>
      {pages.open.length > 1 && <PageButtons pages={pages} />}
      {sound.turn !== null && (
        <button type="button" onClick={sound.turn} aria-pressed={sound.on} title={t('control.soundHint')}>
          {t('control.sound')}: {t(sound.on ? 'control.soundOn' : 'control.soundOff')}
        </button>
      )}
      <button type="button" onClick={toggleFullScreen}>
        {t('control.fullscreen')}
      </button>
      {onDrawer !== null && (
        <button type="button" className="is-violet" onClick={onDrawer}>
          {t('drawer.open')}
        </button>
      )}
    </div>
  )
}

function PageButtons({ pages }: { readonly pages: PageTurn }) {
  const { t } = useSpeech()
  const place = pages.open.indexOf(pages.page)
  return (
    <>
      <button type="button" onClick={() => pages.turn(-1)} aria-label={t('control.previous')}>
        ◀
      </button>
      <span>{t('control.page', { page: place + 1, pages: pages.open.length })}</span>
      <button type="button" onClick={() => pages.turn(1)} aria-label={t('control.next')}>
        ▶
      </button>
      <button type="button" onClick={pages.paused ? pages.resume : pages.pause} aria-pressed={pages.paused}>
        {t(pages.paused ? 'control.resume' : 'control.pause')}
      </button>
    </>
  )
}

/** Whether there was a pointer movement, touch or key press within the last seconds. */
function useTouched(): boolean {
  const [touched, setTouched] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const touch = () => {
      setTouched(true)
      clearTimeout(timer)
      timer = setTimeout(() => setTouched(false), shownMs)
    }
    const kinds = ['pointermove', 'pointerdown', 'keydown'] as const
    for (const kind of kinds) window.addEventListener(kind, touch, { passive: true })
    return () => {
      clearTimeout(timer)
      for (const kind of kinds) window.removeEventListener(kind, touch)
    }
  }, [])
  return touched
}

/** Dots that mark the current page and lead to the others; none if there is only one page. The keys and the buttons do the same. */
export function PagePlace({ pages }: { readonly pages: PageTurn }) {
  if (pages.open.length < 2) return null
  return (
    <p className="page-place" aria-hidden="true">
      {pages.open.map((page) => (
        <button
          key={page}
          type="button"
          tabIndex={-1}
          className={page === pages.page ? 'is-here' : ''}
          // The focus stays where it is, so that the keys of the wall go on working.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => pages.select(page)}
        />
      ))}
      {pages.paused && <b>‖</b>}
    </p>
  )
}
