import { Alert } from 'antd'
import { type DragEvent, type ReactNode, useState } from 'react'
import { useReasonText } from './use-reason-text.ts'
import './drop-area.css'

interface Props {
  /** Whether files may be dropped, or why not; undefined while it is not known. */
  readonly allowed: true | string | undefined
  /** What dropping does. */
  readonly hint: string
  readonly onDrop: (dropped: DataTransfer) => void
  readonly children: ReactNode
}

/** Takes files that are dropped anywhere on its content, or says why it does not. */
export function DropArea({ allowed, hint, onDrop, children }: Props) {
  const reasonText = useReasonText()
  const [isOver, setOver] = useState(false)
  const drag = (event: DragEvent, over: boolean) => {
    // A text or a link dragged about is none of ours.
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(over)
  }
  return (
    <div
      className={`drop-area ${isOver ? 'is-over' : ''}`}
      onDragOver={(event) => drag(event, true)}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) drag(event, false)
      }}
      onDrop={(event) => {
        drag(event, false)
        if (allowed === true) onDrop(event.dataTransfer)
      }}
    >
      {isOver && (
        <Alert
          className="drop-area-hint"
          type={allowed === true ? 'info' : 'warning'}
          showIcon
          title={allowed === true ? hint : reasonText(allowed ?? 'other')}
        />
      )}
      {children}
    </div>
  )
}
