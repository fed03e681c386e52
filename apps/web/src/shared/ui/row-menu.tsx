import { MoreOutlined } from '@ant-design/icons'
import { useCallback, useState } from 'react'
import { createPortal } from 'react-dom'
import { type MenuChoice, type Point, PopupMenu } from './popup-menu.tsx'
import { useReasonText } from './use-reason-text.ts'
import './row-button.css'

interface Action {
  readonly key: string
  readonly word: string
  /** True, or the reason why not: then the entry is shown with the reason. */
  readonly allowed: true | string
  readonly danger?: boolean
  readonly onChoose: () => void
}

interface Props {
  /** Accessible name: the action and the row. */
  readonly label: string
  readonly actions: readonly Action[]
  readonly large?: boolean
}

/**
 * The less frequent actions of a record behind three dots. A list has many, so the menu is created only when it
 * opens.
 */
export function RowMenu({ label, actions, large = false }: Props) {
  const reasonText = useReasonText()
  const [at, setAt] = useState<Point | null>(null)
  const hide = useCallback(() => setAt(null), [])
  const choices = actions.map(
    ({ key, word, allowed, danger, onChoose }): MenuChoice => ({
      key,
      disabled: allowed !== true,
      ...(danger === true ? { danger } : {}),
      onChoose,
      label:
        allowed === true ? (
          word
        ) : (
          <>
            {word}
            <small className="menu-reason">{reasonText(allowed)}</small>
          </>
        ),
    }),
  )
  return (
    <>
      <button
        type="button"
        className={`row-more ${large ? 'is-large' : ''}`}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={at !== null}
        onClick={({ currentTarget }) => {
          const { right, bottom } = currentTarget.getBoundingClientRect()
          setAt({ x: right, y: bottom + 4, side: 'end' })
        }}
      >
        <MoreOutlined aria-hidden="true" />
      </button>
      {/* Outside of the row, whose cells have stacking contexts of their own. */}
      {at !== null &&
        createPortal(<PopupMenu label={label} at={at} choices={choices} onClose={hide} />, document.body)}
    </>
  )
}
