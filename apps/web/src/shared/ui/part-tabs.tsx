import { useSearchParams } from 'react-router'
import { Fragment, type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import './part-tabs.css'

/** The part of a page that the URL names, by default the first one: it can be shared and survives a reload. */
export function usePart<Part extends string>(
  parts: readonly [Part, ...Part[]],
): readonly [Part, (part: Part) => void] {
  const [search, setSearch] = useSearchParams()
  const part = parts.find((word) => word === search.get('part')) ?? parts[0]
  return [part, (to) => setSearch(to === parts[0] ? {} : { part: to }, { replace: true })]
}

interface Props<Part extends string> {
  readonly label: string
  readonly parts: readonly { readonly key: Part; readonly title: string }[]
  readonly shown: Part
  readonly onShow: (part: Part) => void
  /** The content of the selected part. */
  readonly children: ReactNode
}

const steps: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowRight: (at, last) => (at === last ? 0 : at + 1),
  ArrowLeft: (at, last) => (at === 0 ? last : at - 1),
  Home: () => 0,
  End: (_, last) => last,
}

const middleOf = (element: Element): number => {
  const { left, width } = element.getBoundingClientRect()
  return left + width / 2
}

/** Parts of a page, one shown at a time; the tab strip scrolls sideways if needed. Arrows, Home and End move. */
export function PartTabs<Part extends string>({ label, parts, shown, onShow, children }: Props<Part>) {
  const id = useId()
  const strip = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const [frame, tab] = [strip.current, strip.current?.querySelector(`[data-part="${shown}"]`)]
    // Scrolls the strip only: the page itself must not move.
    if (frame && tab) frame.scrollLeft += middleOf(tab) - middleOf(frame)
  }, [shown])
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const at = parts.findIndex(({ key }) => key === shown)
    const to = parts[steps[event.key]?.(at, parts.length - 1) ?? -1]
    if (to === undefined) return
    event.preventDefault()
    onShow(to.key)
    event.currentTarget.querySelector<HTMLElement>(`[data-part="${to.key}"]`)?.focus()
  }
  return (
    <>
      <div ref={strip} role="tablist" className="part-tabs" aria-label={label} onKeyDown={onKeyDown}>
        {parts.map(({ key, title }) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${id}-${key}`}
            data-part={key}
            aria-selected={key === shown}
            aria-controls={`${id}-part`}
            tabIndex={key === shown ? 0 : -1}
            onClick={() => onShow(key)}
          >
            {title}
          </button>
        ))}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
      <div
        role="tabpanel"
        className="part-shown"
        id={`${id}-part`}
        aria-labelledby={`${id}-${shown}`}
        tabIndex={0}
      >
        {children}
      </div>
    </>
  )
}

interface PagePartsProps<Part extends string> {
  readonly label: string
  readonly titleOf: (part: Part) => string
  /** In the order of their tabs; those that the person may not see are left out. */
  readonly parts: Readonly<Partial<Record<Part, ReactNode>>>
}

/** Parts of a page of which the URL names the one shown, by default the first. */
export function PageParts<Part extends string>({ label, titleOf, parts }: PagePartsProps<Part>) {
  const keys = Object.keys(parts) as [Part, ...Part[]]
  const [part, show] = usePart(keys)
  return (
    <PartTabs
      label={label}
      parts={keys.map((key) => ({ key, title: titleOf(key) }))}
      shown={part}
      onShow={show}
    >
      <Fragment key={part}>{parts[part]}</Fragment>
    </PartTabs>
  )
}
