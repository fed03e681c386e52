import { Button, type ButtonProps, Tooltip } from 'antd'
import { RowButton } from './row-button.tsx'
import { useReasonText } from './use-reason-text.ts'

interface Props extends Omit<ButtonProps, 'disabled'> {
  /** From the record's `can`: true, or the reason why not. Undefined while the record is unknown. */
  readonly allowed: true | string | undefined
}

/** A button that, when disabled, stays in place and shows why. */
export function ReasonButton(props: Props) {
  return props.type === 'link' && props.size === 'small' ? (
    <RowButton {...props} />
  ) : (
    <LargeButton {...props} />
  )
}

function LargeButton({ allowed, onClick, children, ...props }: Props) {
  const reasonText = useReasonText()
  if (allowed === true) {
    return (
      <Button {...props} {...(onClick === undefined ? {} : { onClick })}>
        {children}
      </Button>
    )
  }
  const reason = allowed === undefined ? undefined : reasonText(allowed)
  // Disabled but focusable, so keyboard and screen reader users get the reason too.
  return (
    <Tooltip title={reason}>
      <Button
        {...props}
        className={`is-refused ${props.className ?? ''}`}
        aria-disabled="true"
        aria-description={reason}
        htmlType="button"
      >
        {children}
      </Button>
    </Tooltip>
  )
}
