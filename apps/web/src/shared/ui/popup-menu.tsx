import {
  type ButtonHTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  type RefObject,
  useState,
  Fragment,
} from 'react'
import { createPortal } from 'react-dom'
import { useReasonText } from './use-reason-text.ts'

export interface MenuChoice {
  readonly key: string
  readonly label: ReactNode
  readonly disabled?: boolean
  /** Why it is disabled: a word of `reason` in a record's `can`. */
  readonly reason?: string | undefined
  readonly danger?: boolean
  /** Title of the group that begins with it; empty: a line. */
  readonly heading?: string
  readonly onChoose: () => void
}

export interface Point {
  readonly x: number
  readonly y: number
  /** `end`: the menu's right edge goes to x. */
  readonly side?: 'end'
}

interface Props {
  readonly label: string
  readonly choices: readonly MenuChoice[]
  /** Position of its corner in the window, px; it is moved inside if it would stick out. */
  readonly at: Point
  readonly onClose: () => void
  readonly header?: ReactNode
}

/**
 * A menu at a point: arrows move, Enter chooses; Esc, Tab or a click elsewhere closes it; the focus returns to where
 * it was.
 */
export function PopupMenu({ label, choices, at, onClose, header }: Props) {
  const box = useMenuBox(at, onClose)
  const reasonText = useReasonText()
  const onKeyDown = (event: KeyboardEvent) => {
    const to = step(event.key, box.current)
    if (event.key === 'Escape' || event.key === 'Tab') onClose()
    if (to !== undefined || event.key === 'Escape') event.preventDefault()
    to?.focus()
  }
  return (
    <div
      ref={box}
      className="popup-menu"
      style={{ left: at.x, top: at.y }}
      // A double click here must not count for the row.
      onDoubleClick={(event) => event.stopPropagation()}
    >
      {header}
      <div role="menu" aria-label={label} tabIndex={-1} onKeyDown={onKeyDown}>
        {choices.map(({ key, label: text, disabled = false, reason, danger = false, heading, onChoose }) => (
          <Fragment key={key}>
            {heading !== undefined && <div className="menu-heading">{heading}</div>}
            <button
              type="button"
              role="menuitem"
              className={danger ? 'is-danger' : undefined}
              tabIndex={-1}
              disabled={disabled || reason !== undefined}
              onClick={() => {
                onClose()
                onChoose()
              }}
            >
              {text}
              {reason !== undefined && <small className="menu-reason">{reasonText(reason)}</small>}
            </button>
          </Fragment>
        ))}
      </div>
    </div>
  )
}

interface MenuButtonProps
  extends Pick<
    ButtonHTMLAttributes<HTMLButtonElement>,
    'className' | 'title' | 'disabled' | 'children' | 'onPointerEnter' | 'onFocus'
  > {
  /** Accessible name of the button and of its menu. */
  readonly label: string
  /** A function is called when the menu opens. */
  readonly choices: readonly MenuChoice[] | (() => readonly MenuChoice[])
  /** `end`: the right edges of button and menu are in line. */
  readonly side?: 'end'
}

/** A button that opens a menu beneath it. A list has many, so the menu is created only when it opens. */
export function MenuButton({ label, choices, side, ...button }: MenuButtonProps) {
  const [at, setAt] = useState<Point | null>(null)
  return (
    <>
      <button
        type="button"
        {...button}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={at !== null}
        onClick={({ currentTarget }) => {
          const { left, right, bottom } = currentTarget.getBoundingClientRect()
          setAt({ x: side === 'end' ? right : left, y: bottom + 4, ...(side === 'end' && { side }) })
        }}
      />
      {/* Outside of the row, whose cells have stacking contexts of their own. */}
      {at !== null &&
        createPortal(
          <PopupMenu
            label={label}
            at={at}
            choices={typeof choices === 'function' ? choices() : choices}
            onClose={() => setAt(null)}
          />,
          document.body,
        )}
    </>
  )
}

/** Positions and focuses the menu, closes it on a click outside, and restores the focus afterwards. */
function useMenuBox(at: Point, onClose: () => void): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  const close = useEffectEvent(onClose)
  const reposition = useEffectEvent(() => place(box.current, at))
  // Before painting, and before leaving the document: only then is it known where the focus was.
  useLayoutEffect(() => {
    const before = document.activeElement
    const menu = box.current
    reposition()
    buttonsOf(menu)[0]?.focus()
    const outside = (event: Event) => {
      if (event.target instanceof Node && menu?.contains(event.target) !== true) close()
    }
    const resized = () => close()
    const opener = before === document.body ? null : before
    const opened = placeOf(opener)
    // The button that opened it scrolls away beneath it. The event of a scroll before the click comes after it, and closes nothing.
    const scrolled = () => {
      if (opener === null || placeOf(opener) !== opened) close()
    }
    window.addEventListener('pointerdown', outside, true)
    window.addEventListener('resize', resized)
    window.addEventListener('scroll', scrolled, true)
    return () => {
      window.removeEventListener('pointerdown', outside, true)
      window.removeEventListener('resize', resized)
      window.removeEventListener('scroll', scrolled, true)
      const hadFocus = menu?.contains(document.activeElement) === true
      if (hadFocus && before instanceof HTMLElement) before.focus()
    }
  }, [])
  return box
}

function placeOf(element: Element | null): string | undefined {
  if (element === null) return undefined
  const { left, top } = element.getBoundingClientRect()
  return `${left} ${top}`
}

const buttonsOf = (menu: HTMLElement | null) => [
  ...(menu?.querySelectorAll<HTMLButtonElement>('[role=menuitem]:enabled') ?? []),
]

function step(key: string, menu: HTMLElement | null): HTMLButtonElement | undefined {
  const buttons = buttonsOf(menu)
  const now = buttons.findIndex((button) => button === document.activeElement)
  if (key === 'ArrowDown') return buttons[(now + 1) % buttons.length]
  if (key === 'ArrowUp') return buttons.at(now <= 0 ? -1 : now - 1)
  if (key === 'Home') return buttons[0]
  return key === 'End' ? buttons.at(-1) : undefined
}

function place(menu: HTMLElement | null, at: Point): void {
  if (menu === null) return
  const { width, height } = menu.getBoundingClientRect()
  menu.style.left = `${Math.max(8, Math.min(at.side === 'end' ? at.x - width : at.x, innerWidth - width - 8))}px`
  menu.style.top = `${Math.max(8, Math.min(at.y, innerHeight - height - 8))}px`
}
