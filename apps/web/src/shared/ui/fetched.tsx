import { Skeleton } from 'antd'
import { type ReactNode, Suspense } from 'react'
import { Overlay } from './overlay.tsx'

/** A part that comes when it is first shown; one that cannot be fetched says so and can be tried again. */
export const fetched = (part: ReactNode) => (
  <Overlay>
    <Suspense fallback={<Skeleton active />}>{part}</Suspense>
  </Overlay>
)
