import { VerticalAlignTopOutlined } from '@ant-design/icons'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** Appears when the main area is scrolled by more than this many px. */
const shownFrom = 400
/** The person asked for less motion. */
const still = matchMedia('(prefers-reduced-motion: reduce)')

interface Scrolled {
  readonly scroller: Element
  readonly at: string | null
}

/** Takes the main area's visible page back to its top. */
export function BackToTop({ current }: { readonly current: string | null }) {
  const { t } = useTranslation()
  const [scrolled, setScrolled] = useState<Scrolled | null>(null)
  useEffect(() => {
    const main = document.getElementById('main')
    const check = ({ target }: Event) => {
      if (target instanceof Element)
        setScrolled(target.scrollTop > shownFrom ? { scroller: target, at: current } : null)
    }
    // Scrolling does not bubble, but it can be caught on the way down: pages and their tables have scrollers of their own.
    main?.addEventListener('scroll', check, { capture: true, passive: true })
    return () => main?.removeEventListener('scroll', check, { capture: true })
  }, [current])
  // What was scrolled on another tab is no matter here.
  if (scrolled === null || scrolled.at !== current) return null
  return (
    <button
      type="button"
      className="back-to-top"
      aria-label={t('backToTop')}
      title={t('backToTop')}
      onClick={() => scrolled.scroller.scrollTo({ top: 0, behavior: still.matches ? 'instant' : 'smooth' })}
    >
      <VerticalAlignTopOutlined />
    </button>
  )
}
