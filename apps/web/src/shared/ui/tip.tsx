import { type ReactNode, Suspense, useState } from 'react'
import { lazyThemed } from '../theme/lazy-themed.tsx'

const AntTip = lazyThemed(async () => (await import('./ant-tip.tsx')).AntTip)

interface Props {
  readonly title: ReactNode
  readonly className?: string | undefined
  /** Class of the tooltip itself. */
  readonly tipClass?: string
  readonly children: ReactNode
}

/** An element with a tooltip. A list has dozens, so the tooltip is created only when needed. */
export function Tip({ title, className, tipClass = '', children }: Props) {
  const [near, setNear] = useState(false)
  const plain = (
    <span className={className} onPointerEnter={() => setNear(true)} onPointerLeave={() => setNear(false)}>
      {children}
    </span>
  )
  if (!near) return plain
  return (
    <Suspense fallback={plain}>
      <AntTip title={title} classNames={{ root: tipClass }} defaultOpen>
        <span className={className}>{children}</span>
      </AntTip>
    </Suspense>
  )
}
