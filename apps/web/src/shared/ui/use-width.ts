import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Width of a box in px, kept up to date; 0 until it is laid out. */
export function useWidth<Box extends HTMLElement = HTMLDivElement>(): readonly [
  RefObject<Box | null>,
  number,
] {
  const box = useRef<Box>(null)
  const [width, setWidth] = useState(0)
  const isMeasured = useRef(false)
  useLayoutEffect(() => {
    const { current } = box
    if (current === null) return
    const measure = () => setWidth(current.clientWidth)
    // Before the first paint: content that depends on the width would jump. A page that is shown again has its width,
    // and measuring it now would cost a layout.
    if (!isMeasured.current) measure()
    isMeasured.current = true
    const watch = new ResizeObserver(measure)
    watch.observe(current)
    return () => watch.disconnect()
  }, [])
  return [box, width]
}
