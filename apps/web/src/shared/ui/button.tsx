import type { ComponentProps, ReactNode } from 'react'
import './button.css'

interface Props extends ComponentProps<'button'> {
  readonly icon?: ReactNode
  /** The main action of its page. */
  readonly primary?: boolean
  /** Takes something away for good. */
  readonly danger?: boolean
  readonly size?: 'small' | 'large' | undefined
  /** Waits for its action, and takes no further click. */
  readonly busy?: boolean
}

/** A native button with the look of Ant Design's, for pages that do not wait for that library. */
export function Button(props: Props) {
  const { icon, primary, danger, size, busy = false, className = '', disabled, children, ...rest } = props
  const marks = [
    primary === true && 'is-primary',
    danger === true && 'is-danger',
    size !== undefined && `is-${size}`,
    children === undefined && 'is-icon',
    className,
  ]
  return (
    <button
      type="button"
      className={`button ${marks.filter(Boolean).join(' ')}`}
      disabled={disabled === true || busy}
      aria-busy={busy}
      {...rest}
    >
      {icon}
      {children}
    </button>
  )
}
