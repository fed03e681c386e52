import { type RefObject, useEffect, useId, useMemo, useRef } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { usePermissionTags } from '../../shared/permission.ts'
import { ReturnFocus } from '../../shared/ui/return-focus.tsx'
import { saveTour, useTourStep } from './tour-progress.ts'
import { placeOf, type TourStep, tourSteps } from './tour-steps.ts'
import './tour.css'

/** Shows a new person around the home page. Everything behind it can be used meanwhile. */
export function Tour() {
  const tags = usePermissionTags()
  const steps = useMemo(() => tourSteps(tags), [tags])
  const at = Math.min(useTourStep(), steps.length - 1)
  const step = steps[at]
  return (
    <>
      <ReturnFocus />
      {step !== undefined && <Step step={step} at={at} total={steps.length} />}
    </>
  )
}

interface StepProps {
  readonly step: TourStep
  readonly at: number
  readonly total: number
}

function Step({ step: { title, text, button, targets }, at, total }: StepProps) {
  const { t } = useTranslation('tour')
  const id = useId()
  const card = useRef<HTMLElement>(null)
  const ring = useRef<HTMLDivElement>(null)
  const isLast = at === total - 1
  const go = (step: number) => saveTour({ step, isClosed: false })
  const skip = () => saveTour({ step: at, isClosed: true })
  useFollow(targets, card, ring)
  useEscape(card, skip)
  return (
    <>
      <div ref={ring} className="tour-ring" hidden />
      <section
        ref={card}
        className="tour-card"
        role="dialog"
        aria-labelledby={id}
        aria-describedby={`${id}-text`}
      >
        <div aria-live="polite">
          <p className="page-note">{t('count', { n: String(at + 1), total: String(total) })}</p>
          <h2 id={id}>{t(title)}</h2>
          <p id={`${id}-text`}>{t(text, { button: button === null ? '' : t(button) })}</p>
        </div>
        <div className="tour-buttons">
          <button type="button" className="tour-skip" onClick={skip}>
            {t('skip')}
          </button>
          {at > 0 && (
            <button type="button" onClick={() => go(at - 1)}>
              {t('back')}
            </button>
          )}
          <NextButton
            text={t(isLast ? 'end' : 'next')}
            onPress={() => (isLast ? saveTour({ step: 0, isClosed: true }) : go(at + 1))}
          />
        </div>
      </section>
    </>
  )
}

/** Has the focus when the tour opens, so that Enter leads through it, unless the person is typing. */
function NextButton({ text, onPress }: { readonly text: string; readonly onPress: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const isTyping = document.activeElement?.matches('input, textarea, select, [contenteditable]')
    if (isTyping !== true) button.current?.focus({ preventScroll: true })
  }, [])
  return (
    <button ref={button} type="button" className="tour-next" onClick={onPress}>
      {text}
    </button>
  )
}

/** Esc closes the tour, but first a dialog or menu above it. */
function useEscape(card: RefObject<HTMLElement | null>, close: () => void): void {
  useEffect(() => {
    const listen = ({ key, target }: KeyboardEvent) => {
      const layer = target instanceof Element ? target.closest('[role=dialog], [role=menu], .palette') : null
      if (key === 'Escape' && (layer === null || layer === card.current)) close()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  })
}

/** The first of these things that can be seen or scrolled to. */
function onScreen(targets: readonly string[]): Element | null {
  const isThere = (element: Element) => {
    const { left, right, width, height } = element.getBoundingClientRect()
    return width > 0 && height > 0 && right > 0 && left < innerWidth
  }
  for (const target of targets) {
    const found = [...document.querySelectorAll(target)].find(isThere)
    if (found !== undefined) return found
  }
  return null
}

/** Keeps the ring around the thing and the card beside it, also while the page loads, scrolls or changes its size. */
function useFollow(
  targets: readonly string[],
  card: RefObject<HTMLElement | null>,
  ring: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    let shown: Element | null = null
    let frame = 0
    let drawn = ''
    const follow = () => {
      const thing = onScreen(targets)
      if (thing !== shown)
        thing?.scrollIntoView({ block: thing.clientHeight > innerHeight / 2 ? 'start' : 'nearest' })
      shown = thing
      const box = thing?.getBoundingClientRect() ?? new DOMRect(innerWidth, innerHeight, 0, 0)
      const size = [innerWidth, innerHeight, card.current?.offsetWidth, card.current?.offsetHeight]
      const place = JSON.stringify([box, size])
      // To write a place again, even the same one, would cost the styles and a picture of each frame.
      if (place !== drawn && card.current !== null && ring.current !== null)
        draw(thing !== null, box, card.current, ring.current)
      drawn = place
      frame = requestAnimationFrame(follow)
    }
    follow()
    return () => cancelAnimationFrame(frame)
  }, [targets, card, ring])
}

function draw(isThere: boolean, box: DOMRect, card: HTMLElement, ring: HTMLElement): void {
  ring.hidden = !isThere
  setPlace(ring, { left: box.left, top: box.top, width: box.width, height: box.height })
  const { offsetWidth: width, offsetHeight: height } = card
  setPlace(card, placeOf(box, { width, height }, { width: innerWidth, height: innerHeight }))
  // On a phone the card is a sheet at the edge of the screen that is farther from the thing.
  card.classList.toggle('is-top', isThere && box.top + box.height / 2 > innerHeight / 2)
}

function setPlace(element: HTMLElement, place: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(place)) element.style.setProperty(`--${name}`, `${value}px`)
}
