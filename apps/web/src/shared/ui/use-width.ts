import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/**
 * Width of a box in px, kept up to date.
 * @param likely its width until it is laid out; absent: 0, and the box is measured before it is painted
 */
export function useWidth<Box extends HTMLElement = HTMLDivElement>(
  likely?: number,
): readonly [RefObject<Box | null>, number] {
  const box = useRef<Box>(null)
  const [width, setWidth] = useState(likely ?? 0)
  const isMeasured = useRef(likely !== undefined)
  useLayoutEffect(() => {
    const { current } = box
    if (current === null) return
    const measure = () => setWidth(current.clientWidth)
    // Content that depends on the width would jump. What has a width, as a page that is shown again, waits for the
    // observer, which reports before the paint, too: asking now would cost a layout.
    if (!isMeasured.current) measure()
    isMeasured.current = true
    const watch = new ResizeObserver(measure)
    watch.observe(current)
    return () => watch.disconnect()
  }, [])
  return [box, width]
}
