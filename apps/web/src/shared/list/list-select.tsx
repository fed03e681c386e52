import { CloseCircleFilled, DownOutlined } from '@ant-design/icons'
import { type KeyboardEvent, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { lazyThemed } from '../theme/lazy-themed.tsx'
import { Overlay } from '../ui/overlay.tsx'
import type { ListSelectProps } from './open-select.tsx'

/** The open field; also alone, where a value is chosen at once. */
export const OpenSelect = lazyThemed(async () => (await import('./open-select.tsx')).OpenSelect)

/**
 * A select field of a list's bar. It costs no more than a button while nobody uses it: Ant Design's field takes its
 * place when it is opened, until the focus leaves it.
 */
export function ListSelect({ onNear, ...props }: ListSelectProps) {
  const [isOpen, setOpen] = useState(false)
  const [takesFocus, setTakesFocus] = useState(false)
  const near = () => {
    onNear?.()
    // After a failed download opening it tries again, and says so.
    void OpenSelect.load().catch(() => undefined)
  }
  const open = () => {
    const show = () => setOpen(true)
    void OpenSelect.load().then(show, show)
  }
  const close = (hadFocus = false) => {
    setTakesFocus(hadFocus)
    setOpen(false)
  }
  if (!isOpen) return <ClosedSelect {...props} takesFocus={takesFocus} onNear={near} onOpen={open} />
  return (
    <Overlay onClose={close}>
      <OpenSelect {...props} onLeave={close} />
    </Overlay>
  )
}

interface ClosedProps extends Omit<ListSelectProps, 'onNear'> {
  /** When it appears, because the open field had it. */
  readonly takesFocus: boolean
  readonly onNear: () => void
  readonly onOpen: () => void
}

function ClosedSelect(props: ClosedProps) {
  const { label, values, options, required = false, takesFocus, onChange, onNear, onOpen } = props
  const button = useRef<HTMLButtonElement>(null)
  const focusFirst = useEffectEvent(() => takesFocus && button.current?.focus())
  useLayoutEffect(() => void focusFirst(), [])
  const text = values.map((value) => options.find((one) => one.value === value)?.label ?? value).join(', ')
  const canClear = !required && values.length > 0
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      onOpen()
    }
    if (canClear && (event.key === 'Delete' || event.key === 'Backspace')) onChange([])
  }
  return (
    <button
      ref={button}
      type="button"
      role="combobox"
      className={`list-filter list-select ${text === '' ? 'is-empty' : ''}`}
      aria-haspopup="listbox"
      aria-expanded="false"
      aria-label={text === '' ? label : `${label}: ${text}`}
      title={text === '' ? undefined : text}
      onPointerEnter={onNear}
      onFocus={onNear}
      onClick={onOpen}
      onKeyDown={onKeyDown}
    >
      <span>{text === '' ? label : text}</span>
      {canClear && <ClearMark onClear={() => onChange([])} />}
      <DownOutlined aria-hidden="true" />
    </button>
  )
}

/** For the pointer only: on the keyboard, Delete clears the field. */
const ClearMark = ({ onClear }: { readonly onClear: () => void }) => (
  <CloseCircleFilled
    className="list-select-clear"
    aria-hidden="true"
    onClick={(event) => {
      event.stopPropagation()
      onClear()
    }}
  />
)
