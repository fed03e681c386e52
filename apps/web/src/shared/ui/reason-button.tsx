import { Button, type ButtonProps, Tooltip } from 'antd'
import type { MouseEvent } from 'react'
import { useReasonText } from './use-reason-text.ts'
import './row-button.css'

interface Props extends Omit<ButtonProps, 'disabled'> {
  /** Out of the record's `can`: true, or the reason why not. Undefined while the record is not known. */
  readonly may: true | string | undefined
}

/** A button that, where it cannot be used, stays in its place and says why. */
export function ReasonButton(props: Props) {
  return props.type === 'link' && props.size === 'small' ? (
    <RowButton {...props} />
  ) : (
    <LargeButton {...props} />
  )
}

/** In the rows of a list, where there are dozens: a button of the browser's own, drawn in no time. */
function RowButton({ may, danger = false, onClick, children }: Props) {
  const reasonText = useReasonText()
  const reason = may === true || may === undefined ? undefined : reasonText(may)
  return (
    <button
      type="button"
      className={`row-button ${danger ? 'is-danger' : ''}`}
      title={reason}
      aria-disabled={may === true ? undefined : 'true'}
      aria-description={reason}
      onClick={(event: MouseEvent<HTMLElement>) => may === true && onClick?.(event)}
    >
      {children}
    </button>
  )
}

function LargeButton({ may, onClick, children, ...props }: Props) {
  const reasonText = useReasonText()
  if (may === true) {
    return (
      <Button {...props} {...(onClick === undefined ? {} : { onClick })}>
        {children}
      </Button>
    )
  }
  const reason = may === undefined ? undefined : reasonText(may)
  // Disabled for use but not for the keyboard: whoever tabs to it hears the reason too.
  return (
    <Tooltip title={reason}>
      <Button
        {...props}
        className="is-refused"
        aria-disabled="true"
        aria-description={reason}
        htmlType="button"
      >
        {children}
      </Button>
    </Tooltip>
  )
}
