import type { ComponentProps, ReactNode } from 'react'
import './button.css'

interface Props extends ComponentProps<'button'> {
  readonly icon?: ReactNode
  /** The main action of its page. */
  readonly primary?: boolean
  /** Waits for its action, and takes no further click. */
  readonly busy?: boolean
}

/** A native button with the look of Ant Design's, for pages that do not wait for that library. */
export const Button = ({
  icon,
  primary = false,
  busy = false,
  className = '',
  disabled,
  children,
  ...rest
}: Props) => (
  <button
    type="button"
    className={`button ${primary ? 'is-primary' : ''} ${children === undefined ? 'is-icon' : ''} ${className}`}
    disabled={disabled === true || busy}
    aria-busy={busy}
    {...rest}
  >
    {icon}
    {children}
  </button>
)
