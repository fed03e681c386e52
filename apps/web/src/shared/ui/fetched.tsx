import { Skeleton } from 'antd'
import { type ReactNode, Suspense } from 'react'
import { Overlay } from './overlay.tsx'

/** A component that is loaded when first shown; a failure is reported and can be retried. */
export const fetched = (part: ReactNode) => (
  <Overlay>
    <Suspense fallback={<Skeleton active />}>{part}</Suspense>
  </Overlay>
)
